import { expect, test } from '@jest/globals';
import sharp from 'sharp';
import { logoColors } from './logo-colors.ts';

const drawn = (inside: string): Promise<Buffer> =>
  sharp(Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="300" height="100">${inside}</svg>`))
    .png()
    .toBuffer();
const bar = (fill: string, width: number, x = 0): string =>
  `<rect x="${x}" width="${width}" height="80" fill="${fill}"/>`;

test.each<[string, string, string[]]>([
  ['a logo of one colour has this colour', bar('#0a7a5a', 200), ['#0a7a5a']],
  [
    'a logo of two colours has the larger one first',
    bar('#e30613', 60) + bar('#1d3a6b', 150, 90),
    ['#1d3a6b', '#e30613'],
  ],
  [
    'a white ground and black letters are not colours of a logo',
    bar('#ffffff', 300) + bar('#111111', 80) + bar('#ff6a13', 60, 120),
    ['#ff6a13'],
  ],
  ['a black logo has a dark grey colour', bar('#111111', 200), ['#111111']],
  ['a white logo has no colours', bar('#ffffff', 200), []],
  ['a speck is not a colour of a logo', bar('#0a7a5a', 280) + bar('#ff00aa', 4, 290), ['#0a7a5a']],
])('%s', async (_, inside, want) => {
  const colors = await logoColors({ bytes: await drawn(inside) });
  expect(colors.map(({ hex }) => hex)).toEqual(want);
  expect(colors.every(({ source }) => source === 'logo-pixels')).toBe(true);
});
