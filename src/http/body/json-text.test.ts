import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { depthMax, isDeeperThan, readJson } from './json-text.ts';

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

describe('an unreadable body', () => {
  test.each<[string, Buffer]>([
    ['an empty body', Buffer.alloc(0)],
    ['a body of blanks', Buffer.from('  ')],
    ['a byte order mark', Buffer.from('\uFEFF{}')],
    ['a truncated character', Buffer.from([0x22, 0xc3, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['UTF-16', Buffer.from('{}', 'utf16le')],
    ['plain text', Buffer.from('hello')],
    ['a body of two values', Buffer.from('{}{}')],
    ['a comment', Buffer.from('{} // no')],
    ['a body nested 33 levels deep', Buffer.from(nested(33))],
    ['a body of a quarter of a million brackets', Buffer.from('['.repeat(262_144))],
    ['an unterminated string that ends with a backslash', Buffer.from('"abc\\')],
  ])('readJson rejects %s', (_, bytes) => {
    expect(readJson(bytes).kind).toBe('unreadable');
  });
});

describe('a readable body', () => {
  test.each<[string, string, unknown]>([
    ['readJson accepts a body nested 32 levels deep', nested(32), JSON.parse(nested(32))],
    ['readJson does not count brackets inside a string as nesting', JSON.stringify('['.repeat(99)), '['.repeat(99)],
    [
      'readJson does not end a string at an escaped quote',
      '["\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[["]',
      ['"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[['],
    ],
    ['readJson uses the last value of a duplicate key', '{"a":1,"a":2}', { a: 2 }],
    ['readJson accepts null', 'null', null],
  ])('%s', (_, text, value) => {
    expect(readJson(Buffer.from(text))).toEqual({ kind: 'value', value });
  });

  test('readJson treats __proto__ as an ordinary key', () => {
    const body = readJson(Buffer.from('{"__proto__":{"polluted":true}}'));
    const value: unknown = body.kind === 'value' ? body.value : undefined;
    expect(Object.keys(value ?? {})).toEqual(['__proto__']);
    expect(Object.getPrototypeOf(value)).toBe(Object.prototype);
    expect('polluted' in {}).toBe(false);
  });
});

test('isDeeperThan agrees with the depth measured on the parsed value', () => {
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
