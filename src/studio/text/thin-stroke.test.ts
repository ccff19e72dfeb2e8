import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { thinStroke } from './thin-stroke.ts';

const size = { width: 200, height: 100 };

async function thicknessOf(shapes: string): Promise<number> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="100" fill="none" stroke="#000">${shapes}</svg>`;
  return thinStroke(await sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer(), size);
}

test.each<[string, string, number]>([
  ['one upright stroke', '<path d="M50 10V90" stroke-width="12"/>', 12],
  ['a slanted stroke', '<path d="M20 10L100 90" stroke-width="10"/>', 10],
  [
    'a letter with stems and hairlines',
    '<path d="M40 10V90M120 10V90" stroke-width="16"/><path d="M40 50H120" stroke-width="2"/>',
    2,
  ],
  [
    'a hairline that is a small part of a letter',
    '<path d="M40 5V95M120 5V95" stroke-width="16"/><path d="M30 95H50" stroke-width="2"/>',
    16,
  ],
])('measures %s', async (_, shapes, want) => {
  expect(Math.abs((await thicknessOf(shapes)) - want)).toBeLessThanOrEqual(0.12 * want);
});

test('a picture without letters has no thin strokes', async () => {
  expect(await thicknessOf('')).toBe(Infinity);
});
