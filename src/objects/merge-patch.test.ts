import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { mergePatch, mergePatchBetween } from './merge-patch.ts';

// The examples of RFC 7396, appendix A.
test.each<[unknown, unknown, unknown]>([
  [{ a: 'b' }, { a: 'c' }, { a: 'c' }],
  [{ a: 'b' }, { b: 'c' }, { a: 'b', b: 'c' }],
  [{ a: 'b' }, { a: null }, {}],
  [{ a: 'b', b: 'c' }, { a: null }, { b: 'c' }],
  [{ a: ['b'] }, { a: 'c' }, { a: 'c' }],
  [{ a: 'c' }, { a: ['b'] }, { a: ['b'] }],
  [{ a: { b: 'c' } }, { a: { b: 'd', c: null } }, { a: { b: 'd' } }],
  [{ a: [{ b: 'c' }] }, { a: [1] }, { a: [1] }],
  [
    ['a', 'b'],
    ['c', 'd'],
    ['c', 'd'],
  ],
  [{ a: 'b' }, ['c'], ['c']],
  [{ a: 'foo' }, null, null],
  [{ a: 'foo' }, 'bar', 'bar'],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: 'b', c: null }, { a: 'b' }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])('%j patched with %j is %j', (target, patch, want) => {
  expect(mergePatch(target, patch)).toEqual(want);
});

test('mergePatch never changes a prototype', () => {
  const merged = mergePatch({}, JSON.parse('{"__proto__": {"polluted": true}}'));
  expect(Object.getPrototypeOf(merged)).toBe(Object.prototype);
  expect(JSON.stringify(merged)).toBe('{"__proto__":{"polluted":true}}');
});

test('mergePatch changes neither the object nor the patch', () => {
  const target = { a: { b: 1 }, c: [1] };
  const patch = { a: { b: null, d: 2 } };
  mergePatch(target, patch);
  expect(target).toEqual({ a: { b: 1 }, c: [1] });
  expect(patch).toEqual({ a: { b: null, d: 2 } });
});

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

test('a patch between two objects, applied to the first, gives the second', () => {
  fc.assert(
    fc.property(tree, tree, (before, after) => {
      expect(mergePatch(before, mergePatchBetween(before, after) ?? {})).toEqual(after);
    }),
  );
});
