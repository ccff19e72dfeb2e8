import { expect, test } from '@jest/globals';
import { type CutQuality, isClean } from './cut-quality.ts';

const clean: CutQuality = {
  rim: 0,
  agreement: 0.98,
  weak: 0.01,
  dropped: 0,
  torn: 0,
  left: 0,
  area: 0.3,
  eatenLines: 0,
};

test.each<[string, Partial<CutQuality>, boolean]>([
  ['a cut with a sharp outline that the network agrees with is clean', {}, true],
  ['an object that the edge of the picture cuts off is not clean', { rim: 0.1 }, false],
  ['a cut that the network does not agree with is not clean', { agreement: 0.7 }, false],
  ['an outline with a halo is not clean', { weak: 0.3 }, false],
  ['a cut that drops a large part is not clean', { dropped: 0.2 }, false],
  ['a cut that leaves slivers is not clean', { torn: 0.002 }, false],
  ['a cut that leaves ground between the parts of the object is not clean', { left: 0.1 }, false],
  ['a cut of a few pixels is not clean', { area: 0.01 }, false],
  ['a product whose lettering is eaten is not clean', { eatenLines: 1 }, false],
])('%s', (_, fault, want) => {
  expect(isClean({ ...clean, ...fault })).toBe(want);
});
