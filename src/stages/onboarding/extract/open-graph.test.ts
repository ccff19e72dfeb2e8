import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { openGraph } from './open-graph.ts';

const readAt = new Date('2026-11-20T12:00:00Z');

function priceOf(tags: Record<string, string>): string | null {
  const all = Object.entries({ 'og:title': 'Oud Candle', ...tags });
  const html = all.map(([name, content]) => `<meta property="${name}" content="${content}">`).join('');
  return openGraph(pageOf(html, { role: 'product', readAt })).prices?.[0]?.value.price ?? null;
}

test.each([
  ['4.750', 'KWD', '4.75'],
  ['1,250.500', 'OMR', '1250.5'],
  ['29.9500', 'USD', '29.95'],
  ['1.25E+3', 'USD', '1250'],
  ['49,90', 'EUR', '49.90'],
  ['1.299', 'EUR', null],
])('the price %p in %s is %p', (amount, currency, price) => {
  expect(priceOf({ 'product:price:amount': amount, 'product:price:currency': currency })).toBe(price);
  expect(priceOf({ 'og:price:amount': amount, 'og:price:currency': currency })).toBe(price);
});

test.each([
  ['during', '2026-11-01', '2026-11-30', '19.00'],
  ['after', '2026-10-01', '2026-10-31', '25.00'],
  ['before', '2026-12-01T00:00:00+01:00', '2026-12-24', '25.00'],
])('%s a sale from %s to %s, the price is %s', (_, start, end, price) => {
  const tags = {
    'product:price:amount': '25.00',
    'product:price:currency': 'USD',
    'product:sale_price:amount': '19.00',
    'product:sale_price_dates:start': start,
    'product:sale_price_dates:end': end,
  };
  expect(priceOf(tags)).toBe(price);
});
