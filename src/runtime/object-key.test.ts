import { expect, test } from '@jest/globals';
import { keyText, parseKeyText } from './object-key.ts';

test('a key survives being text', () => {
  const key = { namespace: 'here', name: 'a.b-c' };
  expect(keyText(key)).toBe('here/a.b-c');
  expect(parseKeyText(keyText(key))).toEqual(key);
});
