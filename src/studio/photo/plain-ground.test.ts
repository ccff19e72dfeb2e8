import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { openPicture } from './open.ts';
import { plainGround } from './plain-ground.ts';

const size = { width: 400, height: 300 };

async function groundOf(channels: 3 | 4, paint: (x: number, y: number) => readonly number[]): Promise<string | null> {
  const pixels = Buffer.alloc(size.width * size.height * channels);
  for (let at = 0; at < pixels.length / channels; at++)
    pixels.set(paint(at % size.width, Math.floor(at / size.width)).slice(0, channels), at * channels);
  const bytes = await sharp(pixels, { raw: { ...size, channels } })
    .png()
    .toBuffer();
  const open = await openPicture({ bytes, ...size, role: 'product', hasAlpha: channels === 4, alt: null }, 300);
  return open === undefined ? null : plainGround(open);
}

const isThing = (x: number, y: number): boolean => Math.abs(x - 200) < 90 && Math.abs(y - 150) < 90;

test.each<[string, 3 | 4, (x: number, y: number) => readonly number[], string | null]>([
  ['a thing on white', 3, (x, y) => (isThing(x, y) ? [20, 90, 40] : [255, 255, 255]), '#ffffff'],
  [
    'a thing on an opaque ground of a PNG',
    4,
    (x, y) => (isThing(x, y) ? [0, 0, 0, 255] : [240, 230, 220, 255]),
    '#f0e6dc',
  ],
  ['a thing that reaches the edge', 3, (x) => (x > 180 ? [20, 90, 40] : [255, 255, 255]), null],
  ['a transparent ground', 4, (x, y) => (isThing(x, y) ? [0, 0, 0, 255] : [255, 255, 255, 0]), null],
])('the plain ground of %s', async (_, channels, paint, expected) => {
  expect(await groundOf(channels, paint)).toBe(expected);
});
