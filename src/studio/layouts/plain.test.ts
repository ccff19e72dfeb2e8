import { expect, test } from '@jest/globals';
import { plainLastSteps } from './plain.ts';

test('layout steps with the name come before steps without words', () => {
  const words = plainLastSteps.map((step) => step.words);
  expect(words).toContain('name');
  expect(words.lastIndexOf('name')).toBeLessThan(words.indexOf('none'));
  expect(plainLastSteps.at(-1)).toEqual({ picture: false, logo: false, words: 'none' });
});
