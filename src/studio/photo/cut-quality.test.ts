import { expect, test } from '@jest/globals';
import { type CutQuality, isClean } from './cut-quality.ts';

const clean: CutQuality = {
  rim: 0,
  weak: 0.01,
  dropped: 0,
  torn: 0,
  left: 0,
  unseen: 0,
  eaten: 0,
  filled: 0,
  area: 0.3,
  eatenLines: 0,
};

test.each<[string, Partial<CutQuality>, boolean]>([
  ['a cut with a sharp outline is clean', {}, true],
  ['an object that the edge of the picture cuts off is not clean', { rim: 0.1 }, false],
  ['a cut with ground that the network does not see as object is not clean', { unseen: 0.03 }, false],
  ['a cut that takes away what the network sees is not clean', { eaten: 0.05 }, false],
  ['a cut with white between the spokes is not clean', { filled: 0.01 }, false],
  ['an outline with a halo is not clean', { weak: 0.3 }, false],
  ['a cut that drops a large part is not clean', { dropped: 0.2 }, false],
  ['a cut that leaves slivers is not clean', { torn: 0.002 }, false],
  ['a cut that leaves ground between the parts of the object is not clean', { left: 0.1 }, false],
  ['a cut of a few pixels is not clean', { area: 0.01 }, false],
  ['a product whose lettering is eaten is not clean', { eatenLines: 1 }, false],
])('%s', (_, fault, want) => {
  expect(isClean({ ...clean, ...fault })).toBe(want);
});
