import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { requestHash } from './idempotency.ts';

const parsed = (text: string): unknown => JSON.parse(text);

test('requestHash does not depend on whitespace', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(requestHash(parsed(JSON.stringify(value, null, 2)))).toBe(requestHash(value));
    }),
  );
});

test.each<[string, string, string]>([
  ['the order of keys', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
  ['the order of keys in an array', '[{"a":1,"b":2}]', '[{"b":2,"a":1}]'],
  ['the notation of a number', '{"a":1}', '{"a":1.0}'],
  ['the escape of a character', '{"a":"é"}', '{"a":"\\u00e9"}'],
])('requestHash does not depend on %s', (_, one, other) => {
  expect(requestHash(parsed(one))).toBe(requestHash(parsed(other)));
});

test.each<[string, string, string]>([
  ['two values', '{"a":1}', '{"a":2}'],
  ['a null and an absent field', '{"a":null}', '{}'],
  ['two orders of an array', '[1,2]', '[2,1]'],
  ['a number and its text', '{"a":1}', '{"a":"1"}'],
  ['a field named __proto__ and its absence', '{"__proto__":{"a":1}}', '{}'],
  ['an empty array and an empty object', '[]', '{}'],
])('requestHash distinguishes %s', (_, one, other) => {
  expect(requestHash(parsed(one))).not.toBe(requestHash(parsed(other)));
});
