import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { rankPrices } from '../rank/price.ts';
import { productPage } from './product-page.ts';

const priceOf = (html: string): string | undefined => {
  const { prices = [] } = productPage(pageOf(`<main><h1>Aero Trainer</h1>${html}</main>`, { role: 'product' }));
  return rankPrices(prices)[0]?.value.price;
};

test.each<[why: string, html: string, price: string]>([
  [
    'a price in bold, which is not a former price',
    '<span class="price font-bold text-2xl">€ 89.00</span><span class="price">€ 4.90</span>',
    '89.00',
  ],
  [
    'the price after a former price',
    '<span class="old-price">€ 99.00</span><span class="price">€ 79.00</span>',
    '79.00',
  ],
  [
    'the price after a struck price',
    '<span class="price line-through">€ 99.00</span><span class="price">€ 79.00</span>',
    '79.00',
  ],
  ['the price after a deleted price', '<del class="price">€ 99.00</del><ins class="price">€ 79.00</ins>', '79.00'],
  [
    'the price after the price to compare with',
    '<span class="price compare-at-price">€ 99.00</span><span class="price">€ 79.00</span>',
    '79.00',
  ],
  [
    'the new price in the same element',
    '<p class="price"><del><bdi>16,50 €</bdi></del> <ins><bdi>12,90 €</bdi></ins></p>',
    '12.90',
  ],
  ['the only price in an element, even if it is struck', '<p class="price"><s>16,50 €</s></p>', '16.50'],
  ['a price of regular weight', '<b class="price font-regular">€ 89.00</b><b class="price">€ 4.90</b>', '89.00'],
  [
    'the price of a form with a failed check',
    '<form class="was-validated"><b class="price">€ 89.00</b></form>',
    '89.00',
  ],
  ['the only price, even if it is struck', '<s class="price">€ 99.00</s>', '99.00'],
])('the price that a page writes is %s', (_, html, price) => {
  expect(priceOf(html)).toBe(price);
});

test.each<[text: string, price: string, currency: string]>([
  ['Art. 4711, 499 грн', '499', 'UAH'],
  ['4 parts, Rs. 1,499', '1499', 'INR'],
  ['2 pcs 12 990 Ft', '12990', 'HUF'],
  ['No. 5, CHF 20.–', '20', 'CHF'],
  ['USD $20', '20', 'USD'],
  ['Box of 2, KWD 4.750', '4.75', 'KWD'],
  ['12.500 د.ك', '12.5', 'KWD'],
  ['BHD .750', '0.75', 'BHD'],
  ['‏١٬٢٥٠٫٥٠٠\u200f د.ك', '1250.5', 'KWD'],
  ['₹१,२९,९०० only', '129900', 'INR'],
])('productPage reads the amount with a sign in “%s”', (text, price, currency) => {
  const page = pageOf(`<main><b class="price">${text}</b></main>`, { role: 'product' });
  expect(productPage(page).prices?.[0]?.value).toMatchObject({ price, currency });
});
