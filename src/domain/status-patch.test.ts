import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergePatch } from '../store/merge-patch.ts';
import { mergePatchBetween } from './status-patch.ts';

test.each<[string, object, object, unknown]>([
  ['nothing changed', { a: 1, b: [1] }, { a: 1, b: [1] }, undefined],
  ['a new member', { a: 1 }, { a: 1, b: 2 }, { b: 2 }],
  ['a member that is gone', { a: 1, b: 2 }, { a: 1 }, { b: null }],
  ['a member inside', { a: { b: 1, c: 2 } }, { a: { b: 1, c: 3 } }, { a: { c: 3 } }],
  ['a member inside that is gone', { a: { b: 1, c: 2 } }, { a: { b: 1 } }, { a: { c: null } }],
  ['a list, whole', { a: [1, 2] }, { a: [1, 3] }, { a: [1, 3] }],
  ['null is as good as absent', { a: null }, {}, undefined],
])('%s', (_, before, after, want) => {
  expect(mergePatchBetween(before, after)).toEqual(want);
});

const leaf = fc.oneof(fc.integer(), fc.string(), fc.array(fc.integer()));
const tree = fc.dictionary(
  fc.constantFrom('a', 'b', 'c'),
  fc.oneof(leaf, fc.dictionary(fc.constantFrom('x', 'y'), leaf)),
);

test('applied to the one it makes the other', () => {
  fc.assert(
    fc.property(tree, tree, (before, after) => {
      expect(mergePatch(before, mergePatchBetween(before, after) ?? {})).toEqual(after);
    }),
  );
});
