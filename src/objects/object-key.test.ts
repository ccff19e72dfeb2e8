import { expect, test } from '@jest/globals';
import { keyText, parseKeyText } from './object-key.ts';

test('parseKeyText reads what keyText writes', () => {
  const key = { namespace: 'here', name: 'a.b-c' };
  expect(keyText(key)).toBe('here/a.b-c');
  expect(parseKeyText(keyText(key))).toEqual(key);
});
