/**
 * Compares the layout of an ad, up to raw pixels, with sharp's resize of the same photo to the same size. The ad is a
 * full-bleed scene with three texts on a 4000x3000 JPEG, which is decoded before the measurement. Both are measured in
 * turn; the medians are compared. Run it with `node test/bench/layout.bench.ts`.
 */
import sharp from 'sharp';
import type { Brief, Picture } from '../../src/studio/brief.ts';
import { renderRaw } from '../../src/studio/studio.ts';
import { dark, light } from '../support/brands/sample-roles.ts';
import { briefOf } from '../../scripts/gallery/briefs.ts';

const photo = { width: 4000, height: 3000 };
const goal = 1.5;

async function photograph(): Promise<Picture> {
  const scene = await sharp(new URL('../../examples/pictures/dunes.jpg', import.meta.url).pathname)
    .resize({ ...photo, fit: 'fill' })
    .jpeg({ quality: 88 })
    .toBuffer();
  return { bytes: scene, ...photo, role: 'lifestyle', hasAlpha: false, alt: null };
}

/** Returns a brief with a seed for which the studio chooses the full-bleed layout at both sizes at once. */
async function fullBleedBrief(picture: Picture): Promise<Brief> {
  for (let i = 0; i < 50; i++) {
    const brief = {
      ...briefOf({
        name: '',
        tone: 'natural',
        light,
        dark,
        pictures: [picture],
        copy: {
          headline: 'The quiet hour is yours',
          subheadline: 'Rooms with breakfast until noon.',
          cta: 'Reserve a room',
        },
      }),
      seed: `bench ${i}`,
    };
    const rejected: string[] = [];
    const drawn = (side: number) =>
      renderRaw(brief, { width: side, height: side }, { onRejected: (layout) => rejected.push(layout) });
    const small = await drawn(1024);
    if (rejected.length > 0 || small.layout !== 'full-bleed') continue;
    const large = await drawn(4096);
    if (rejected.length === 0 && large.layout === 'full-bleed') return brief;
  }
  throw new Error('no seed gives the full-bleed layout');
}

const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

interface Row {
  name: string;
  side: number;
  rounds: number;
  brief: Brief;
}

async function compare(decoded: Buffer, { name, side, rounds, brief }: Row): Promise<void> {
  const raw = { ...photo, channels: 3 } as const;
  const resize = () =>
    sharp(decoded, { raw }).resize(side, side, { fit: 'cover', kernel: 'lanczos3' }).raw().toBuffer();
  const layout = () => renderRaw(brief, { width: side, height: side });
  // The first rounds are not timed: they decode the picture and load the fonts.
  for (let i = 0; i < 3; i++) {
    await resize();
    await layout();
  }
  const [bare, own]: [number[], number[]] = [[], []];
  for (let i = 0; i < rounds; i++) {
    bare.push(await timed(resize));
    own.push(await timed(layout));
  }
  const ratio = median(own) / median(bare);
  const verdict = ratio <= goal ? 'met' : 'MISSED';
  const times = `resize ${median(bare).toFixed(1)} ms  layout ${median(own).toFixed(1)} ms`;
  console.log(`${name.padEnd(28)} ${times}  ratio ${ratio.toFixed(2)}  goal ${goal}  ${verdict}`);
}

const picture = await photograph();
const decoded = await sharp(picture.bytes).raw().toBuffer();
const brief = await fullBleedBrief(picture);
// As in a job, the 1K canvas decodes the JPEG at half its size.
await compare(decoded, { name: '1K', side: 1024, rounds: 41, brief });
await compare(decoded, { name: '4K', side: 4096, rounds: 9, brief });
// The 4K rounds have decoded the photo at its full size, and the studio keeps that. So this 1K comparison uses the same
// pixels as sharp's resize does.
await compare(decoded, { name: '1K, photo decoded at full size', side: 1024, rounds: 41, brief });
