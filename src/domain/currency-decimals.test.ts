import { expect, test } from '@jest/globals';
import { currencyDecimals, isCommaDecimal } from './currency-decimals.ts';

test.each([
  ['USD', 2],
  ['KWD', 3],
  ['TND', 3],
  ['JPY', 0],
  [null, undefined],
])('amounts in %p have %p decimals', (code, decimals) => {
  expect(currencyDecimals(code)).toBe(decimals);
});

test.each<[currency: string, language: string | undefined, country: string | undefined, isComma: boolean]>([
  ['TND', undefined, undefined, true],
  ['TND', 'fr', 'tn', true],
  ['TND', 'en', undefined, false],
  ['KWD', undefined, undefined, false],
  ['KWD', 'ar', 'kw', false],
  ['KWD', 'fr', undefined, true],
  ['KWD', 'no language', '!', false],
])('isCommaDecimal of %p in the language %p and the country %p is %p', (currency, language, country, isComma) => {
  expect(isCommaDecimal(currency, { language, country })).toBe(isComma);
});
