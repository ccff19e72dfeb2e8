import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { drawRequest, type DrawnPicture, type DrawnRequest, type DrawOptions } from './draw-request.ts';
import { givenRequests, type GivenRequest } from './requests.ts';
import { writeRequestedFilm } from './request-film.ts';

interface RequestOptions extends DrawOptions {
  /** Folder for the results. */
  out: string;
  names: readonly string[];
}

/**
 * Draws the requests in a folder. Writes `NAME-RATIO.png`, `NAME.json` with layouts, checks, notes and the seed, and
 * `NAME-sheet.png` with all ratios; of a video, `NAME.mp4`, `NAME.json` and a contact sheet.
 */
export async function runRequests(root: string, { out, names, ...options }: RequestOptions): Promise<void> {
  mkdirSync(out, { recursive: true });
  for (const given of givenRequests(root, names)) {
    const startedMs = performance.now();
    const lines = await runOne(given, { ...options, out });
    console.log(`${given.name} ${Math.round(performance.now() - startedMs)} ms`);
    for (const line of lines) console.log(`  ${line}`);
  }
}

async function runOne(given: GivenRequest, { out, ...options }: Omit<RequestOptions, 'names'>): Promise<string[]> {
  try {
    if (given.type === 'video_ad') return await writeRequestedFilm(given, out);
    const drawn = await drawRequest(given, options);
    await writeDrawn(drawn, out, given.name);
    return linesOf(drawn);
  } catch (error) {
    return [`FAILED: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  }
}

/** Name of the file of an ad, such as `dentist-9x16.png`. */
export const pictureFile = (name: string, { aspectRatio }: Pick<DrawnPicture, 'aspectRatio'>): string =>
  `${name}-${aspectRatio.replace(':', 'x')}.png`;

async function writeDrawn({ pictures, ...rest }: DrawnRequest, out: string, name: string): Promise<void> {
  for (const each of pictures) writeFileSync(join(out, pictureFile(name, each)), each.png);
  const facts = pictures.map(({ png: _, ...picture }) => ({ ...picture, file: pictureFile(name, picture) }));
  const { seed, copy, tone, kit, language } = rest.brief;
  const { failed, notes, response } = rest;
  const json = { name, seed, tone, language, copy, light: kit.light, dark: kit.dark, notes, failed, pictures: facts };
  writeFileSync(join(out, `${name}.json`), JSON.stringify({ ...json, response }, null, 2));
  if (pictures.length > 0) writeFileSync(join(out, `${name}-sheet.png`), await sheetOf(pictures));
}

const linesOf = ({ pictures, notes, failed }: DrawnRequest): string[] => [
  pictures.map(({ aspectRatio, layout }) => `${aspectRatio} ${layout}`).join(', '),
  ...pictures.flatMap(({ aspectRatio, checks }) =>
    checks
      .filter(({ passed }) => !passed)
      .map(({ check, value, limit }) => `${aspectRatio} breaks ${check} ${value}/${limit}`),
  ),
  ...failed.map(({ ratio, reason }) => `${ratio} FAILED: ${reason}`),
  ...notes,
];

/** Height of the ads on a sheet, in pixels. */
const sheetHeight = 480;

/** Returns a picture with the ads of a request side by side. */
async function sheetOf(pictures: readonly DrawnPicture[]): Promise<Buffer> {
  const small = await Promise.all(
    pictures.map(({ png }) => sharp(png).resize({ height: sheetHeight }).png().toBuffer({ resolveWithObject: true })),
  );
  let left = 0;
  const placed = small.map(({ data, info }) => {
    const at = { input: data, left, top: 0 };
    left += info.width + 8;
    return at;
  });
  const ground = { width: Math.max(1, left - 8), height: sheetHeight, channels: 3, background: '#8a8a8a' } as const;
  return sharp({ create: ground }).composite(placed).png({ compressionLevel: 3 }).toBuffer();
}
