import { expect, test } from '@jest/globals';
import { vanishesOn } from './outline-colors.ts';

/** A white cut-out with a dark label in its middle. */
const white = () => {
  const [width, height] = [60, 60];
  const pixels = Buffer.alloc(width * height * 4, 255);
  for (let y = 20; y < 40; y++)
    for (let x = 20; x < 40; x++) pixels.fill(40, (y * width + x) * 4, (y * width + x) * 4 + 3);
  return { pixels, width, height, scale: 1 };
};

test.each([
  ['a white product vanishes on white', white(), '#fafafa', true],
  ['a white product shows on a tinted ground', white(), '#c8d8c0', false],
  ['a picture on its own ground does not vanish', { ...white(), ownGround: '#ffffff' }, '#ffffff', false],
])('%s', (_, cut, ground, want) => {
  expect(vanishesOn(cut, ground)).toBe(want);
});
