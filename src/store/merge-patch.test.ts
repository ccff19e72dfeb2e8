import { expect, test } from '@jest/globals';
import { mergePatch } from './merge-patch.ts';

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
