import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { requestHash } from './request-hash.ts';

const parsed = (text: string): unknown => JSON.parse(text);

test('a value that was printed otherwise has the same hash', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(requestHash(parsed(JSON.stringify(value, null, 2)))).toBe(requestHash(value));
    }),
  );
});

test.each<[string, string, string]>([
  ['the order of keys', '{"a":1,"b":{"c":2,"d":3}}', '{"b":{"d":3,"c":2},"a":1}'],
  ['the order of keys in a list', '[{"a":1,"b":2}]', '[{"b":2,"a":1}]'],
  ['how a number is written', '{"a":1}', '{"a":1.0}'],
  ['how a character is written', '{"a":"é"}', '{"a":"\\u00e9"}'],
])('%s does not matter', (_, one, other) => {
  expect(requestHash(parsed(one))).toBe(requestHash(parsed(other)));
});

test.each<[string, string, string]>([
  ['another value', '{"a":1}', '{"a":2}'],
  ['a null and an absent field', '{"a":null}', '{}'],
  ['the order of a list', '[1,2]', '[2,1]'],
  ['a number and its text', '{"a":1}', '{"a":"1"}'],
  ['a field and its prototype', '{"__proto__":{"a":1}}', '{}'],
  ['an empty list and an empty object', '[]', '{}'],
])('%s makes another hash', (_, one, other) => {
  expect(requestHash(parsed(one))).not.toBe(requestHash(parsed(other)));
});
