import { expect, test } from '@jest/globals';
import { currencyCode, decimalPrice, machinePrice, readPrice } from './price.ts';

const inTunisia = { country: 'tn', language: 'fr', stated: [] };

test.each<[text: string, price: string | undefined]>([
  ['1.299,00', '1299.00'],
  ['1,299.00', '1299.00'],
  ['1.299', '1299'],
  ['3,300', '3300'],
  ['3.300 JPY', '3300'],
  ['free', undefined],
  ['9'.repeat(200), undefined],
])('decimalPrice(%p) is %p', (text, price) => {
  expect(decimalPrice(text, null)).toBe(price);
});

test.each<[text: string, price: string | undefined, currency: string | null]>([
  ['12.500 د.ك', '12.5', 'KWD'],
  ['‏١٢٫٥٠٠ د.ك.‏', '12.5', 'KWD'],
  ['‏4.750\u200f د.ك.‏', '4.75', 'KWD'],
  ['KWD 4.750', '4.75', 'KWD'],
  ['٤,٧٥٠ د.ك', '4.75', 'KWD'],
  ['٤،٧٥٠ د.ك', '4.75', 'KWD'],
  ['٤٬٧٥٠ د.ك', '4750', 'KWD'],
  ['٤,٧٥٠ ر.س', '4750', 'SAR'],
  ['4,750 KWD', '4750', 'KWD'],
  ['OMR 1,250.500', '1250.5', 'OMR'],
  ['12,500 TND', '12.5', 'TND'],
  ['12.500 TND', '12.5', 'TND'],
  ['IQD 25.000', '25000', 'IQD'],
  ['25,000 د.ع', '25000', 'IQD'],
  ['₩49.000', '49000', 'KRW'],
  ['29.9500 USD', '29.95', 'USD'],
  ['1.299 €', '1299', 'EUR'],
  ['$.99', '0.99', 'USD'],
])('readPrice(%p) is %p in %p', (text, price, currency) => {
  expect(readPrice(text)).toEqual({ price, currency });
});

test('a point before three digits is left open if the sign may be that of a currency with three decimals', () => {
  expect(readPrice('12.500 دينار')).toBeUndefined();
  expect(readPrice('12.50 دينار')).toEqual({ price: '12.50', currency: null });
  expect(readPrice('12.500 kr')).toEqual({ price: '12500', currency: null });
});

test('a comma before three digits is a decimal mark where the language of the page writes it so', () => {
  expect(readPrice('12,500 KWD', inTunisia)?.price).toBe('12.5');
});

test.each<[value: unknown, currency: string | null, price: string | undefined]>([
  ['4.750', 'KWD', '4.75'],
  ['12.500', 'TND', '12.5'],
  ['1,250.500', 'OMR', '1250.5'],
  ['1,250', 'OMR', '1250'],
  ['29.9500', 'USD', '29.95'],
  ['19.99000000', 'EUR', '19.99'],
  ['1.25E+3', 'USD', '1250'],
  ['125e-1', 'USD', '12.5'],
  ['1e400', 'USD', undefined],
  ['1,299', 'USD', '1299'],
  ['1,29,900.00', 'INR', '129900.00'],
  ['49,90', 'EUR', '49.90'],
  ['USD 29.99', 'USD', '29.99'],
  [24.5, 'USD', '24.5'],
  [4.75, 'KWD', '4.75'],
  [19.989999999999998, 'EUR', '19.99'],
  [1e21, 'EUR', undefined],
  [0, 'EUR', '0'],
  [Number.NaN, 'EUR', undefined],
  [-1, 'EUR', undefined],
  ['-5.00', 'EUR', undefined],
  ['', 'EUR', undefined],
  [null, 'EUR', undefined],
  [{ price: 4 }, 'EUR', undefined],
])('machinePrice(%p) in %p is %p', (value, currency, price) => {
  expect(machinePrice(value, currency)).toEqual(price === undefined ? undefined : { kind: 'sure', value: price });
});

test.each<[value: unknown, currency: string | null, decimal: string, grouped: string]>([
  ['1.299', 'EUR', '1.3', '1299'],
  ['49.000', 'KRW', '49', '49000'],
  ['4.750', null, '4.75', '4750'],
  [1.299, 'EUR', '1.3', '1299'],
  ['12,500', 'TND', '12.5', '12500'],
])('machinePrice(%p) in %p is open', (value, currency, decimal, grouped) => {
  expect(machinePrice(value, currency)).toMatchObject({ kind: 'unsure', decimal, grouped });
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
