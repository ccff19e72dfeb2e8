import { expect, test } from '@jest/globals';
import { labelValue } from './labels.ts';

test.each<[string, string, string | RegExp]>([
  ['a short name is itself', 'acme', 'acme'],
  ['63 characters are a label', 'a'.repeat(63), 'a'.repeat(63)],
  ['more are hashed', 'a'.repeat(64), /^[0-9a-f]{40}$/],
])('%s', (_, name, want) => {
  expect(labelValue(name)).toEqual(typeof want === 'string' ? want : expect.stringMatching(want));
});

test('two long names with the same beginning stay apart', () => {
  expect(labelValue(`${'a'.repeat(100)}1`)).not.toBe(labelValue(`${'a'.repeat(100)}2`));
});
