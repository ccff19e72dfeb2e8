import { expect, test } from '@jest/globals';
import { filmStyle } from './film-style.ts';
import { passing, transitionFor } from './transitions.ts';

const size = { width: 900, height: 1600 };
const style = { ...filmStyle({ tone: 'natural', seed: 'mask', direction: {} }, true), transition: 'mask' } as const;
const into = (shape: typeof style.shape, frames = 12) =>
  transitionFor({ ...style, shape }, { size, frames, rtl: false, center: [450, 800] });
const box = { x: 60, y: 200, width: 700, height: 200 };

test.each(['disc', 'arch', 'round', 'slab'] as const)(
  'a text leaves before a mask of the shape %s cuts it',
  (shape) => {
    const { touched, covered } = passing(into(shape), box, size);
    expect(touched).toBeLessThan(covered);
    expect(covered).toBeLessThanOrEqual(0.4);
  },
);

test('a text far from where a mask opens stays longer', () => {
  const low = { ...box, y: 1300 };
  expect(passing(into('round'), box, size).touched).toBeGreaterThan(passing(into('round'), low, size).touched);
});

test('a cut takes no time', () => {
  expect(passing(into('disc', 0), box, size)).toEqual({ touched: 0, covered: 0 });
});
