import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { depthMax, isDeeperThan, readJson } from './json-body.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('a body that cannot be read', () => {
  test.each<[string, Buffer]>([
    ['nothing', Buffer.alloc(0)],
    ['blanks', Buffer.from('  ')],
    ['a byte order mark', Buffer.from('\uFEFF{}')],
    ['a cut character', Buffer.from([0x22, 0xc3, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['words', Buffer.from('hello')],
    ['two values', Buffer.from('{}{}')],
    ['a comment', Buffer.from('{} // no')],
    ['33 levels', Buffer.from(nested(33))],
    ['a quarter of a million brackets', Buffer.from('['.repeat(262_144))],
    ['an open string with a backslash at its end', Buffer.from('"abc\\')],
  ])('%s', (_, bytes) => {
    expect(readJson(bytes).kind).toBe('unreadable');
  });
});

describe('a body that can be read', () => {
  test.each<[string, string, unknown]>([
    ['32 levels', nested(32), JSON.parse(nested(32))],
    ['brackets in a string do not count', JSON.stringify('['.repeat(99)), '['.repeat(99)],
    [
      'a quote behind a backslash ends no string',
      '["\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]',
      ['"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[['],
    ],
    ['of a key that comes twice the last one counts', '{"a":1,"a":2}', { a: 2 }],
    ['null', 'null', null],
  ])('%s', (_, text, value) => {
    expect(readJson(Buffer.from(text))).toEqual({ kind: 'value', value });
  });

  test('__proto__ is a key like any other', () => {
    const body = readJson(Buffer.from('{"__proto__":{"polluted":true}}'));
    const value: unknown = body.kind === 'value' ? body.value : undefined;
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });
});

test('depth is what a walk through the value finds', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0;
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: depthMax + 4 }), (value) => {
      const depth = depthOf(value);
      expect(isDeeperThan(depth, JSON.stringify(value))).toBe(false);
      if (depth > 0) expect(isDeeperThan(depth - 1, JSON.stringify(value))).toBe(true);
    }),
  );
});
