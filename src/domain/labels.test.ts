import { expect, test } from '@jest/globals';
import { labelValue } from './labels.ts';

test.each<[string, string, string | RegExp]>([
  ['labelValue returns a short name unchanged', 'acme', 'acme'],
  ['labelValue returns a name of 63 characters unchanged', 'a'.repeat(63), 'a'.repeat(63)],
  ['labelValue hashes a longer name', 'a'.repeat(64), /^[0-9a-f]{40}$/],
])('%s', (_, name, want) => {
  expect(labelValue(name)).toEqual(typeof want === 'string' ? want : expect.stringMatching(want));
});

test('labelValue distinguishes two long names with the same beginning', () => {
  expect(labelValue(`${'a'.repeat(100)}1`)).not.toBe(labelValue(`${'a'.repeat(100)}2`));
});
