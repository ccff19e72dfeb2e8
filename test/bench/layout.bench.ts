/**
 * Layout to raw pixels against sharp's bare resize of the same photo to the same size: a full-bleed scene, a 4000x3000 JPEG
 * that was decoded beforehand on both sides, three texts. Interleaved rounds in one run; medians. `node test/bench/layout.bench.ts`.
 */
import sharp from 'sharp';
import type { Brief, Picture } from '../../src/studio/brief.ts';
import { renderRaw } from '../../src/studio/studio.ts';
import { briefOf } from '../../scripts/gallery/briefs.ts';

const photo = { width: 4000, height: 3000 };
const goal = 1.5;

async function photograph(): Promise<Picture> {
  const scene = await sharp(new URL('../../examples/pictures/morning-table.jpg', import.meta.url).pathname).resize({ ...photo, fit: 'fill' }).jpeg({ quality: 88 }).toBuffer();
  return { bytes: scene, ...photo, role: 'lifestyle', hasAlpha: false, alt: null };
}

const light = { surface: '#faf6f3', ink: '#2c2024', primary: '#7d3b4e', onPrimary: '#ffffff', accent: '#b9935a', muted: '#7f6c70' };
const dark = { surface: '#1d1417', ink: '#f8eef0', primary: '#e2a3b4', onPrimary: '#33121d', accent: '#d4b27c', muted: '#ab969b' };

/** A seed whose first choice is the full-bleed layout. */
async function fullBleedBrief(picture: Picture): Promise<Brief> {
  for (let i = 0; i < 50; i++) {
    const brief = { ...briefOf({ name: '', tone: 'natural', light, dark, pictures: [picture], copy: { headline: 'The quiet hour is yours', subheadline: 'Rooms with breakfast until noon.', cta: 'Reserve a room' } }), seed: `bench ${i}` };
    let first = true;
    const ad = await renderRaw(brief, { width: 1024, height: 1024 }, { onRejected: () => (first = false) });
    if (first && ad.layout === 'full-bleed') return brief;
  }
  throw new Error('No seed gives the full-bleed layout.');
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const picture = await photograph();
const decoded = await sharp(picture.bytes).raw().toBuffer();
const brief = await fullBleedBrief(picture);

for (const [name, side, rounds] of [['1K', 1024, 31], ['4K', 4096, 9]] as const) {
  const resize = () => sharp(decoded, { raw: { ...photo, channels: 3 } }).resize(side, side, { fit: 'cover', kernel: 'lanczos3' }).raw().toBuffer();
  const layout = () => renderRaw(brief, { width: side, height: side });
  // The picture is unpacked in the first, untimed round.
  for (let i = 0; i < 3; i++) await Promise.resolve(resize()).then(layout);
  const [bare, own]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i++) {
    bare.push(await timed(resize));
    own.push(await timed(layout));
  }
  const ratio = median(own) / median(bare);
  console.log(`${name}  resize ${median(bare).toFixed(1)} ms  layout ${median(own).toFixed(1)} ms  ratio ${ratio.toFixed(2)}  goal ${goal}  ${ratio <= goal ? 'met' : 'MISSED'}`);
}
