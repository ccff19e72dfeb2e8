/**
 * Draws the sample briefs (brands, tones, ratios, themes, writing systems, with and without pictures) into out/gallery,
 * one contact sheet for each. `node scripts/gallery.ts [part of a name ...]`; `--4k` draws large ads, `--ratios
 * 1:1,9:16` only these ratios, `--why` prints why layouts were rejected. `films [part of a name ...]` makes only films;
 * `out/gallery/films.html` shows them.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { QualityGateError } from '../src/studio/quality-gate-error.ts';
import type { Brief, QualityCheck } from '../src/studio/brief.ts';
import { copyParts } from '../src/studio/copy/drawn-copy.ts';
import { renderAd } from '../src/studio/studio.ts';
import { galleryFilms } from './gallery/film-briefs.ts';
import { drawFilms } from './gallery/films.ts';
import { galleryBriefs, type Logos, logoSvgs, pngPicture } from './gallery/briefs.ts';
import { runRandom } from './gallery/random.ts';
import { runRequests } from './gallery/run-requests.ts';
import { scriptBriefs } from './gallery/script-briefs.ts';
import { subjectBriefs } from './gallery/subjects.ts';

const out = new URL('../out/gallery/', import.meta.url);
const args = process.argv.slice(2);
const base = args.includes('--4k') ? 4096 : 1024;
const ratiosAt = args.indexOf('--ratios');
const ratios = (ratiosAt < 0 ? '1:1,4:5,9:16,16:9,4:1,1:4' : (args[ratiosAt + 1] ?? '')).split(',');
const names = args.filter((arg, i) => !arg.startsWith('--') && (ratiosAt < 0 || i !== ratiosAt + 1));

function sizeOf(ratio: string): { width: number; height: number } {
  const [w = 1, h = 1] = ratio.split(':').map(Number);
  return {
    width: 16 * Math.round((base * Math.sqrt(w / h)) / 16),
    height: 16 * Math.round((base * Math.sqrt(h / w)) / 16),
  };
}

/** Longest side of an ad on its sheet, in pixels. */
const sheetSide = 620;

async function sheet(name: string, pictures: Buffer[]): Promise<void> {
  const small = await Promise.all(
    pictures.map((png) =>
      sharp(png)
        .resize({ width: sheetSide, height: sheetSide, fit: 'inside' })
        .png()
        .toBuffer({ resolveWithObject: true }),
    ),
  );
  let [x, y, row, width] = [0, 0, 0, 0];
  const placed = small.map(({ data, info }) => {
    if (x > 0 && x + info.width > 1560) [x, y, row] = [0, y + row + 12, 0];
    const at = { input: data, left: x, top: y };
    x += info.width + 12;
    row = Math.max(row, info.height);
    width = Math.max(width, x);
    return at;
  });
  const canvas = sharp({ create: { width: Math.max(1, width), height: y + row, channels: 3, background: '#8a8a8a' } });
  await canvas
    .composite(placed)
    .png()
    .toFile(new URL(`sheet-${name}.png`, out).pathname);
}

const logoPng = async (svg: Buffer) => pngPicture(await sharp(svg, { density: 144 }).png().toBuffer(), 'logo');
const logos: Logos = {
  leaves: await logoPng(logoSvgs.leaves),
  peak: await logoPng(logoSvgs.peak),
  icon: await logoPng(logoSvgs.icon),
  white: await logoPng(logoSvgs.white),
};

mkdirSync(out, { recursive: true });
/** Prints why a layout was rejected. Used with the option `--why`. */
function why(layout: string, failed: QualityCheck[] | null): void {
  const reasons = failed?.map(({ check, value, limit }) => `${check} ${value}/${limit}`).join(', ') ?? 'does not suit';
  if (args.includes('--why')) console.log('  rejected', layout, reasons);
}

async function drawOne(name: string, brief: Brief, ratio: string): Promise<Buffer | undefined> {
  const started = performance.now();
  try {
    const ad = await renderAd(brief, sizeOf(ratio), { onRejected: why });
    writeFileSync(new URL(`${name}-${ratio.replace(':', 'x')}.png`, out), ad.png);
    const dropped = copyParts.filter((key) => brief.copy[key] !== '' && ad.copy[key] === '' && !brief.noText);
    console.log(
      name,
      ratio,
      ad.layout,
      `${Math.round(performance.now() - started)} ms`,
      dropped.length > 0 ? `without ${dropped.join()}` : '',
    );
    return ad.png;
  } catch (error) {
    if (!(error instanceof QualityGateError)) throw error;
    console.log(name, ratio, 'FAILED', error.message);
    return undefined;
  }
}

if (names[0] === 'requests') {
  const outAt = args.indexOf('--out');
  const folder = outAt < 0 ? new URL('requests', out).pathname : (args[outAt + 1] ?? '');
  const [, root = '', ...parts] = names.filter((name) => outAt < 0 || name !== folder);
  const size = { ratios: ratiosAt < 0 ? undefined : ratios.join(), scale: args.includes('--small') ? 0.5 : 1 };
  await runRequests(root, { out: folder, names: parts, ...size });
  process.exit(0);
}

if (names[0] === 'random') {
  const value = (name: string): string | undefined => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const faults = await runRandom({
    count: Number(value('--count') ?? 100),
    seed: Number(value('--seed') ?? 1),
    scale: Number(value('--scale') ?? 0.5),
    pictures: (value('--pictures') ?? '').split(',').filter((folder) => folder !== ''),
    out: value('--out') ?? new URL('random', out).pathname,
  });
  process.exit(faults === 0 ? 0 : 1);
}

if (names.length === 0 || names[0] === 'films') {
  const filmRatios = ratiosAt < 0 ? ['9:16', '16:9', '1:1'] : ratios;
  await drawFilms(galleryFilms(logos), { out, ratios: filmRatios, names: names.slice(1), onRejected: why });
  if (names[0] === 'films') process.exit(0);
}

const briefs = { ...galleryBriefs(logos), ...scriptBriefs(logos), ...(await subjectBriefs()) };
for (const [name, brief] of Object.entries(briefs)) {
  if (names.length > 0 && !names.some((part) => name.includes(part))) continue;
  const pictures: Buffer[] = [];
  for (const ratio of ratios) {
    const png = await drawOne(name, brief, ratio);
    if (png !== undefined) pictures.push(png);
  }
  if (pictures.length > 0) await sheet(name, pictures);
}
