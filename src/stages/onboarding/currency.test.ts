import { expect, test } from '@jest/globals';
import { pageOf } from '../../../test/support/page-of.ts';
import { currencyOf, noHints } from './currency.ts';
import { currencyHints } from './currency-hints.ts';

test.each<[text: string, currency: string | null]>([
  ['R$ 348,90', 'BRL'],
  ['S/ 120', 'PEN'],
  ['199.000 ₫', 'VND'],
  ['199.000đ', 'VND'],
  ['10000,00CFA', 'XOF'],
  ['₺380', 'TRY'],
  ['1 200 руб.', 'RUB'],
  ['$20', 'USD'],
  ['199 kr', null],
  ['20', null],
])('the currency of %p without hints is %p', (text, currency) => {
  expect(currencyOf(text, noHints)).toBe(currency);
});

const currencyIn = (text: string, [html, url]: [html: string, url: string]): string | null =>
  currencyOf(text, currencyHints(pageOf(html, { url })));

test.each<[why: string, text: string, page: [html: string, url: string], currency: string]>([
  ['the country of the domain', '$24.990', ['<p>x</p>', 'https://ferre.cl/'], 'CLP'],
  [
    'the region of the language',
    '$24.990',
    ['<html lang="es-MX"><p>x</p></html>', 'https://ferre.example.com/'],
    'MXN',
  ],
  ['the language', '199 kr', ['<html lang="sv"><p>x</p></html>', 'https://lykta.example.com/'], 'SEK'],
  ['a code in a script', '$69', ['<script>gtag({"currency":"AUD"})</script>', 'https://brush.com/'], 'AUD'],
  [
    'the active currency of the shop',
    '$69',
    ['<script>Shopify.currency = {"active":"NZD","rate":"1"}</script>', 'https://brush.com/'],
    'NZD',
  ],
  ['the domain .co alone does not mean Colombia', '$69', ['<p>x</p>', 'https://brush.co/'], 'USD'],
])('a shared sign is decided by %s', (_, text, page, currency) => {
  expect(currencyIn(text, page)).toBe(currency);
});
