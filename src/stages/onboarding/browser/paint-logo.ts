import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { bitmapDataUrl, pictureDataUrlMax } from '../../../studio/pictures/picture-data-url.ts';

/** Minimum factor by which a logo is painted larger than on the page, and lengths of its longer side in pixels. */
const enlargementMin = 4;
const sideMin = 512;
const sideMax = 1_024;
const paintMs = 6_000;
const screenshotCharactersMax = 4 * 1024 * 1024;

const Box = z.strictObject({
  x: z.number().min(0),
  y: z.number().min(0),
  width: z.number().min(1),
  height: z.number().min(1),
});
const Captured = z.object({ data: z.string().max(screenshotCharactersMax) });

type Call = (method: string, params?: object) => Promise<unknown>;

/**
 * Paints a part of a page on a transparent ground and returns a PNG. `showOnly` hides the rest of the page, which cannot
 * be read afterwards, and returns the box of the part as JSON. Throws if the part is not painted within `paintMs`.
 */
export async function paintLogo(call: Call, showOnly: () => Promise<string>): Promise<Buffer> {
  const over = new AbortController();
  const tooLate = sleep(paintMs, undefined, { signal: over.signal }).then(() => {
    throw new Error(`the logo was not painted within ${paintMs} ms`);
  });
  try {
    return await Promise.race([painted(call, showOnly), tooLate]);
  } finally {
    tooLate.catch(() => undefined);
    over.abort();
  }
}

async function painted(call: Call, showOnly: () => Promise<string>): Promise<Buffer> {
  await call('Emulation.setDefaultBackgroundColorOverride', { color: { r: 0, g: 0, b: 0, a: 0 } });
  const box = Box.parse(JSON.parse(await showOnly()));
  const side = Math.max(box.width, box.height);
  const scale = Math.min(sideMax / side, Math.max(enlargementMin, sideMin / side));
  const shot = { format: 'png', clip: { ...box, scale } };
  return Buffer.from(Captured.parse(await call('Page.captureScreenshot', shot)).data, 'base64');
}

/**
 * Lengths, in pixels, of the longer side of a painted logo, and how it is written. The next one is tried if the data URL
 * is too long, as that of a logo with a photo or shadows.
 */
const sizes = [
  { side: 768, lossless: true },
  ...[512, 384, 256].flatMap((side) => [
    { side, nearLossless: true, quality: 20 },
    { side, quality: 80, alphaQuality: 50, smartSubsample: true },
  ]),
];
const clear = { r: 0, g: 0, b: 0, alpha: 0 };

/**
 * Returns a painted logo, without the empty space around it, as a data URL; undefined if it shows nothing or is too
 * large. Throws if it is not a picture.
 */
export async function paintedLogoUrl(png: Buffer): Promise<string | undefined> {
  const { default: sharp } = await import('sharp');
  const open = (bytes: Buffer) => sharp(bytes, { limitInputPixels: (sideMax + 1) ** 2, failOn: 'error' });
  const { channels } = await open(png).ensureAlpha().stats();
  if (channels.at(-1)?.max === 0) return undefined;
  const trimmed = await open(png).ensureAlpha().trim({ background: clear, threshold: 1 }).png().toBuffer();
  for (const { side, ...options } of sizes) {
    const box = { width: side, height: side, fit: 'inside', withoutEnlargement: true } as const;
    const small = await open(trimmed)
      .resize(box)
      .webp({ ...options, effort: 4 })
      .toBuffer();
    const url = bitmapDataUrl(small, 'webp');
    if (url.length <= pictureDataUrlMax) return url;
  }
  return undefined;
}
