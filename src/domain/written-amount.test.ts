import { expect, test } from '@jest/globals';
import { plainDigits, readAmount } from './written-amount.ts';

test.each<[text: string, decimals: number | undefined, value: string | undefined]>([
  ['1.299,00', 2, '1299.00'],
  ['1,299.00', 2, '1299.00'],
  ["1'299.50", 2, '1299.50'],
  ['1’299.50', 2, '1299.50'],
  ['1 299', 2, '1299'],
  ['1\u00a0299,9', 2, '1299.9'],
  ['1\u202f299,90', 2, '1299.90'],
  ['1\u2009299\u2009000', 2, '1299000'],
  ['49', 2, '49'],
  ['1,29,900', 2, '129900'],
  ['12,34,567.50', 2, '1234567.50'],
  ['1.299.000', 0, '1299000'],
  ['1.299.00', 2, '1299.00'],
  ['4.750', 3, '4.75'],
  ['12.500', 3, '12.5'],
  ['35.000', 3, '35'],
  ['1,250.500', 3, '1250.5'],
  ['1.250,500', 3, '1250.5'],
  ['1 250,500', 3, '1250.5'],
  ['1250.500', 3, '1250.5'],
  ['0.750', 3, '0.75'],
  ['0.299', 2, '0.3'],
  ['29.9500', 2, '29.95'],
  ['19.99000000', 2, '19.99'],
  ['19.989999999999998', 2, '19.99'],
  ['1299.000', 2, '1299'],
  ['٤٩٫٩٩', 2, '49.99'],
  ['٤٫٧٥٠', undefined, '4.75'],
  ['١٬٢٥٠٫٥٠٠', 3, '1250.5'],
  ['۱٬۲۹۹', 2, '1299'],
  ['３，３００．５０', 2, '3300.50'],
  ['१,२९,९००', 2, '129900'],
  ['১,২৯৯.৫০', 2, '1299.50'],
  ['\u200f4.750\u200f', 3, '4.75'],
  ['.99', 2, '0.99'],
  ["12'50", 2, '12.50'],
  ['2024 499', 2, '2024'],
  ['12.05.2026', 2, undefined],
  ['free', 2, undefined],
  ['', 2, undefined],
  ['9'.repeat(40), 2, undefined],
])('readAmount reads %p of a currency with %p decimals as %p', (text, decimals, value) => {
  expect(readAmount(text, decimals)).toEqual(value === undefined ? undefined : { kind: 'sure', value });
});

test.each<[text: string, decimals: number | undefined]>([
  ['1.299', 2],
  ['1.299', 0],
  ['1.299', undefined],
  ['1,299', 2],
  ['1,299', 3],
  ['1.290', 2],
])('readAmount leaves open whether the mark in %p is a decimal mark, with %p decimals', (text, decimals) => {
  expect(readAmount(text, decimals)).toMatchObject({ kind: 'unsure', grouped: text.replace(/\D/, '') });
});

test('plainDigits writes the digits of any writing system as 0 to 9', () => {
  expect(plainDigits('٠١٢ ۷۸۹ ०१९ ๓ ၅ ８')).toBe('012 789 019 3 5 8');
});
