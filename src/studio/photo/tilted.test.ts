import { expect, test } from '@jest/globals';
import { tilted } from './tilted.ts';

test('a tilted product keeps its colour, its size and a transparent ground', () => {
  const pixels = Buffer.alloc(60 * 200 * 4);
  for (let at = 0; at < pixels.length; at += 4) pixels.set([200, 40, 20, 255], at);
  const turned = tilted({ pixels, width: 60, height: 200, scale: 1 });
  if (turned === null) throw new Error('nothing is left');
  const at = (x: number, y: number) => [
    ...turned.pixels.subarray((y * turned.width + x) * 4, (y * turned.width + x) * 4 + 4),
  ];
  expect(at(turned.width >> 1, turned.height >> 1)).toEqual([200, 40, 20, 255]);
  expect(at(1, 1)[3]).toBe(0);
  const solid = turned.pixels.filter((value, byte) => byte % 4 === 3 && value > 127).length;
  expect(Math.abs(solid - 60 * 200)).toBeLessThan(300);
});
