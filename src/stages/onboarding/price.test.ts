import { expect, test } from '@jest/globals';
import { currencyCode, decimalPrice, readPrice } from './price.ts';

test.each<[text: unknown, price: string | undefined]>([
  ['1.299,00', '1299.00'],
  ['1,299.00', '1299.00'],
  ["1'299.50", '1299.50'],
  ['1 299', '1299'],
  ['1\u00a0299,9', '1299.9'],
  ['49', '49'],
  ['3,300', '3300'],
  ['٤٩٫٩٩', '49.99'],
  ['３，３００', '3300'],
  [24.5, '24.5'],
  [0, '0'],
  [Number.NaN, undefined],
  [-1, undefined],
  ['free', undefined],
  ['', undefined],
  [null, undefined],
  ['9'.repeat(40), undefined],
])('decimalPrice(%p) is %p', (text, price) => {
  expect(decimalPrice(text)).toBe(price);
});

test.each<[text: string, currency: string | null]>([
  ['49,90 €', 'EUR'],
  ['$20.00', 'USD'],
  ['CA$20.00', 'CAD'],
  ['£24.00 GBP', 'GBP'],
  ['￥3,300', 'JPY'],
  ['1200円', 'JPY'],
  ['CHF 20.–', 'CHF'],
  ['٤٩ ر.س', 'SAR'],
  ['199 zł', 'PLN'],
  ['20', null],
])('the currency of %s is %s', (text, currency) => {
  expect(readPrice(text)?.currency).toBe(currency);
});

test.each([
  ['eur', 'EUR'],
  ['€', undefined],
  [1, undefined],
])('currencyCode(%p) is %p', (value, code) => {
  expect(currencyCode(value)).toBe(code);
});
