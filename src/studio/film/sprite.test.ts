import { expect, test } from '@jest/globals';
import { spriteOf } from './sprite.ts';

const flat = (color: number[], side = 4) => ({
  pixels: Uint8Array.from({ length: side * side * color.length }, (_, i) => color[i % color.length] ?? 0),
  width: side,
  height: side,
  channels: color.length === 4 ? (4 as const) : (3 as const),
});

// Values of the 75 % and 100 % bars of ITU-R BT.709 in limited range.
test.each([
  ['white', [255, 255, 255], [235, 128, 128]],
  ['black', [0, 0, 0], [16, 128, 128]],
  ['red', [255, 0, 0], [63, 102, 240]],
  ['green', [0, 255, 0], [173, 42, 26]],
  ['blue', [0, 0, 255], [32, 240, 118]],
])('spriteOf converts %s to BT.709 in limited range', (_, color, [y, u, v]) => {
  const sprite = spriteOf(flat(color));
  expect([new Set(sprite.y), new Set(sprite.u), new Set(sprite.v)]).toEqual([new Set([y]), new Set([u]), new Set([v])]);
  expect(sprite.alpha).toBeNull();
});

test('spriteOf premultiplies the colours with the opacity', () => {
  const { y, u, v, alpha } = spriteOf(flat([255, 255, 255, 51]));
  expect([y[0], u[0], v[0], alpha?.full[0], alpha?.half[0]]).toEqual([47, 26, 26, 51, 51]);
});

test('the colour of transparent pixels does not bleed into the chroma of their neighbours', () => {
  const green = [0, 255, 0, 0];
  const red = [255, 0, 0, 255];
  const pixels = Uint8Array.from([...red, ...green, ...red, ...green]);
  const { u, v, alpha } = spriteOf({ pixels, width: 2, height: 2, channels: 4 });
  const share = (alpha?.half[0] ?? 0) / 255;
  expect(Math.abs((u[0] ?? 0) - 102 * share)).toBeLessThanOrEqual(1);
  expect(Math.abs((v[0] ?? 0) - 240 * share)).toBeLessThanOrEqual(1);
});

test('the chroma planes of an odd size are rounded up', () => {
  const { u, v } = spriteOf({ pixels: new Uint8Array(5 * 3 * 3), width: 5, height: 3, channels: 3 });
  expect([u.length, v.length]).toEqual([6, 6]);
});
