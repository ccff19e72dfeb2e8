import { expect, test } from '@jest/globals';
import { dark, light } from '../../../test/support/brands/sample-roles.ts';
import { madeScene } from '../../../test/support/studio/made-scenes.ts';
import { briefOf } from '../../../scripts/gallery/briefs.ts';
import type { Brief } from '../brief.ts';
import { renderRaw } from '../studio.ts';

const sizes = [
  { width: 640, height: 640 },
  { width: 480, height: 848 },
  { width: 848, height: 480 },
];

/** Draws an ad of a bottle on a beige ground in each ratio. */
async function faded(change: Partial<Brief> = {}) {
  const scene = await madeScene({ x: 0.42, y: 0.3, width: 0.16, height: 0.45 });
  const copy = { headline: 'Made for slow mornings', price: '€19', cta: 'Try it' };
  const brief = briefOf({ name: 'Hazel & Rye', tone: 'natural', light, dark, pictures: [scene], copy });
  return Promise.all(sizes.map((size) => renderRaw({ ...brief, look: lookIn('light'), ...change }, size)));
}

const lookIn = (theme: 'light' | 'dark'): Brief['look'] => ({ theme, ground: 'quiet', layouts: ['fade'], variant: 0 });

type Pixels = Awaited<ReturnType<typeof faded>>[number];

/** Returns the colour of the first pixel of a row (0 to 1). */
function colorAt({ pixels, width, height }: Pixels, row: number): number[] {
  const at = Math.floor(row * (height - 1)) * width * 3;
  return [...pixels.subarray(at, at + 3)];
}

test('a photo dissolves in every ratio, with all texts', async () => {
  const ads = await faded();
  expect(ads.map(({ layout }) => layout)).toEqual(['fade', 'fade', 'fade']);
  expect(ads.flatMap(({ dropped }) => dropped)).toEqual([]);
});

test('the ground has the hue of the photo, and the same colour in every ratio', async () => {
  const rows = [0.99, 0.01, 0.01];
  const grounds = (await faded()).map((ad, at) => colorAt(ad, rows[at] ?? 0));
  for (const [red = 0, , blue = 0] of grounds) expect(red).toBeGreaterThan(blue);
  expect(new Set(grounds.map(String)).size).toBe(1);
});

test('a dark direction has a dark ground under a bright photo', async () => {
  const ads = await faded({ direction: { ground: 'dark' }, look: lookIn('dark') });
  for (const ad of ads) expect(Math.min(...colorAt(ad, 0.01), ...colorAt(ad, 0.99))).toBeLessThan(80);
});
