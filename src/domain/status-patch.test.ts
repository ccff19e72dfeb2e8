import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergePatch } from '../store/merge-patch.ts';
import { mergePatchBetween } from './status-patch.ts';

test.each<[string, object, object, unknown]>([
  ['no change gives no patch', { a: 1, b: [1] }, { a: 1, b: [1] }, undefined],
  ['a new field is in the patch', { a: 1 }, { a: 1, b: 2 }, { b: 2 }],
  ['a removed field is null in the patch', { a: 1, b: 2 }, { a: 1 }, { b: null }],
  ['a changed nested field is in the patch', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
  ['a removed nested field is null in the patch', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, { a: { c: null } }],
  ['a changed array is replaced as a whole', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
  ['null counts as absent', { a: null }, {}, undefined],
])('%s', (_, before, after, want) => {
  expect(mergePatchBetween(before, after)).toEqual(want);
});

const leaf = fc.oneof(fc.integer(), fc.string(), fc.array(fc.integer()));
const tree = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(leaf, fc.dictionary(fc.constantFrom('x', 'y'), leaf)),
);

test('a patch applied to the first status gives the second status', () => {
  fc.assert(
    fc.property(tree, tree, (before, after) => {
      expect(mergePatch(before, mergePatchBetween(before, after) ?? {})).toEqual(after);
    }),
  );
});
