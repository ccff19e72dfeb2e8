import { expect, test } from '@jest/globals';
import { pixelShades } from './pixel-shades.ts';

test('transparent pixels have no colour', () => {
  const pixels = Uint8Array.from([255, 0, 0, 0, 0, 0, 255, 255]);
  expect(pixelShades(pixels)).toEqual([{ hex: '#0000ff', share: 1 }]);
});

test('nearly equal colours are averaged, and the largest share comes first', () => {
  const pixels = Uint8Array.from(
    [
      [255, 0, 0],
      [16, 32, 48],
      [18, 34, 50],
    ].flatMap((rgb) => [...rgb, 255]),
  );
  expect(pixelShades(pixels)).toEqual([
    { hex: '#112131', share: 2 / 3 },
    { hex: '#ff0000', share: 1 / 3 },
  ]);
});
