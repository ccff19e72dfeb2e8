import { expect, jest, test } from '@jest/globals';
import { pageOf } from '../../../test/support/brands/page-of.ts';
import { currencyOf, hasSign, noHints } from './currency.ts';
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
  ['$20 CAD', 'CAD'],
  ['$24.990 cada uno', 'USD'],
  ['TRY IT FOR $20', 'USD'],
  ['CHF 20 (€ 21)', 'CHF'],
  ['199 Kč', 'CZK'],
  ['199,- KČ', 'CZK'],
  ['199 zł', 'PLN'],
  ['12 990 Ft', 'HUF'],
  ['49 lei', 'RON'],
  ['49 лв.', 'BGN'],
  ['340 DH', 'MAD'],
  ['340 Dhs', 'AED'],
  ['₴499', 'UAH'],
  ['499 грн', 'UAH'],
  ['₸4 990', 'KZT'],
  ['4 990 тг', 'KZT'],
  ['₾49', 'GEL'],
  ['₼49', 'AZN'],
  ['₹1,499', 'INR'],
  ['Rs. 1,499', 'INR'],
  ['৳ 990', 'BDT'],
  ['฿ 990', 'THB'],
  ['₱ 990', 'PHP'],
  ['Rp 99.000', 'IDR'],
  ['Rp99.000', 'IDR'],
  ['RM49.90', 'MYR'],
  ['S$49', 'SGD'],
  ['HK$490', 'HKD'],
  ['NT$490', 'TWD'],
  ['A$49', 'AUD'],
  ['C$49', 'CAD'],
  ['$U 490', 'UYU'],
  ['49 د.إ', 'AED'],
  ['49 ر.س', 'SAR'],
  ['₪ 49', 'ILS'],
  ['49 ש"ח', 'ILS'],
  ['1200円(税込)', 'JPY'],
  ['49元', 'CNY'],
  ['49,000원', 'KRW'],
  ['¥490', 'JPY'],
  ['490 000 сум', 'UZS'],
  ["490 000 so'm", 'UZS'],
  ['R 499', 'ZAR'],
  ['KSh 4,990', 'KES'],
  ['19 900 ֏', 'AMD'],
  ['199 kr', null],
  ['199 Kr', null],
  ['199 KR', null],
  ['199:-', null],
  ['199 kroner', null],
  ['Bs 199', null],
  ['49 دينار', null],
  ['49 ليرة', null],
  ['BSD 199', 'BSD'],
  ['19 900 AMD', 'AMD'],
  ['20 Kraft', null],
  ['20 details', null],
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
  ['the country', '49 元', ['<p>x</p>', 'https://deng.com.tw/'], 'TWD'],
  ['the country', '1 200 руб.', ['<p>x</p>', 'https://lampa.by/'], 'BYN'],
  ['the country', 'Rs. 4,900', ['<p>x</p>', 'https://lamps.com.pk/'], 'PKR'],
  ['the country', '490 درهم', ['<p>x</p>', 'https://lamps.ma/'], 'MAD'],
  ['the country', '490 lei', ['<p>x</p>', 'https://lampa.md/'], 'MDL'],
  ['the country', '490 L', ['<p>x</p>', 'https://lampa.md/'], 'MDL'],
  ['the country', 'C$490', ['<p>x</p>', 'https://lampara.ni/'], 'NIO'],
  ['the language', '¥490', ['<html lang="zh"><p>x</p></html>', 'https://deng.example.com/'], 'CNY'],
  ['the language', '199:-', ['<html lang="nb"><p>x</p></html>', 'https://lykt.example.com/'], 'NOK'],
  ['the language', '490 Br', ['<html lang="am"><p>x</p></html>', 'https://lamps.example.com/'], 'ETB'],
  ['the language', '199 kr', ['<html lang="sv"><p>x</p></html>', 'https://lykta.example.com/'], 'SEK'],
  ['a code in a script', '$69', ['<script>gtag({"currency":"AUD"})</script>', 'https://brush.com/'], 'AUD'],
  [
    'the active currency of the shop',
    '$69',
    ['<script>Shopify.currency = {"active":"NZD","rate":"1"}</script>', 'https://brush.com/'],
    'NZD',
  ],
  [
    'the language, not by a country of the same code',
    '$69',
    ['<html lang="ar"><p>x</p></html>', 'https://x.com/'],
    'USD',
  ],
  ['the domain .co alone does not mean Colombia', '$69', ['<p>x</p>', 'https://brush.co/'], 'USD'],
])('a shared sign is decided by %s', (_, text, page, currency) => {
  expect(currencyIn(text, page)).toBe(currency);
});

const bosnian = { country: 'ba', language: 'bs', stated: [] };

test('a sign that is also a unit counts only on pages of its country, language or currency', () => {
  expect(currencyOf('49,90 KM', bosnian)).toBe('BAM');
  expect(currencyOf('49,90 KM', { ...noHints, stated: ['BAM'] })).toBe('BAM');
  expect(currencyOf('49,90 KM', noHints)).toBeNull();
  expect(hasSign('49,90 KM', bosnian)).toBe(true);
  expect(hasSign('10 KM', noHints)).toBe(false);
});

test('a symbol of an unlisted currency is a sign without a code', () => {
  expect(hasSign('₠ 20', noHints)).toBe(true);
  expect(currencyOf('₠ 20', noHints)).toBeNull();
});

test.each([
  'SKU 4711',
  'VAT 20 %',
  'TRY IT FOR 30 DAYS',
  'size S/M 20',
  '6 ft',
  'le 10 mai',
  '20 Kraft',
  'AMD Ryzen 7 5800X',
  'NIO ET5 Touring',
  'Parmigiano DOP',
  'NAD C 3050',
  'FreeBSD, NetBSD & BSD',
])('other words are no sign: %s', (text) => {
  expect(hasSign(text, noHints)).toBe(false);
});

test('a page is written out once for its hints', () => {
  const page = pageOf('<script>gtag({"currency":"AUD"})</script>');
  const html = jest.spyOn(page.$, 'html');
  expect([currencyHints(page), currencyHints({ ...page, styles: undefined })].map(({ stated }) => stated)).toEqual([
    ['AUD'],
    ['AUD'],
  ]);
  expect(html).toHaveBeenCalledTimes(1);
});
