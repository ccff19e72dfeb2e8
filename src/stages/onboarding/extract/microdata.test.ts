import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { microdata } from './microdata.ts';

function read(html: string) {
  const readAt = new Date('2026-11-20T12:00:00Z');
  const {
    descriptions = [],
    pictures = [],
    productNames,
    prices,
  } = microdata(pageOf(html, { role: 'product', readAt }));
  const images = pictures.map(({ value }) => value.url);
  return {
    images,
    description: descriptions[0]?.value ?? null,
    name: productNames?.[0]?.value,
    price: prices?.[0]?.value.price ?? null,
  };
}

const item = (offer: string, currency = 'KWD'): string =>
  `<div itemscope itemtype="https://schema.org/Product"><h1 itemprop="name">Oud Candle</h1>
  <div itemprop="offers" itemscope itemtype="https://schema.org/Offer"><meta itemprop="priceCurrency" content="${currency}">${offer}</div></div>`;

const rdfa = (offer: string, currency = 'KWD'): string =>
  `<div vocab="https://schema.org/" typeof="Product"><h1 property="name">Oud Candle</h1>
  <div property="offers" typeof="Offer"><meta property="priceCurrency" content="${currency}">${offer}</div></div>`;

test.each<[why: string, html: string, price: string | null]>([
  ['a price for programs', item('<meta itemprop="price" content="4.750">'), '4.75'],
  ['a price for programs in a data element', item('<data itemprop="price" value="4.750">KD 4.750</data>'), '4.75'],
  ['a visible price', item('<b itemprop="price">12.500</b>'), '12.5'],
  ['a visible price with a mark of thousands', item('<b itemprop="price">1.299</b>', 'EUR'), '1299'],
  ['no price if a point is unclear', item('<meta itemprop="price" content="1.299">', 'EUR'), null],
  ['the new price', item('<del><b itemprop="price">25</b></del> <ins><b itemprop="price">19</b></ins>'), '19'],
  [
    'the price that is no list price',
    item(
      `<div itemprop="priceSpecification" itemscope itemtype="https://schema.org/UnitPriceSpecification">
      <link itemprop="priceType" href="https://schema.org/ListPrice"><meta itemprop="price" content="25.000"></div>
      <div itemprop="priceSpecification" itemscope><meta itemprop="price" content="19.000"></div>`,
    ),
    '19',
  ],
  [
    'the price that is valid now',
    item(
      `<div itemprop="priceSpecification" itemscope><meta itemprop="price" content="19"><time itemprop="validThrough" datetime="2026-11-01"></time></div>
      <meta itemprop="price" content="25">`,
    ),
    '25',
  ],
  [
    'a price outside of an offer',
    '<div itemscope itemtype="http://schema.org/Product"><b itemprop="name">Oud</b><b itemprop="price">4.750</b><i itemprop="priceCurrency">KWD</i></div>',
    '4.75',
  ],
  [
    'a price in another place',
    `<div itemscope itemtype="https://schema.org/Product" itemref="here"><b itemprop="name">Oud</b></div>
    <div id="here" itemprop="offers" itemscope itemtype="https://schema.org/Offer"><b itemprop="price">5.25</b></div>`,
    '5.25',
  ],
  ['a price of RDFa', rdfa('<span property="price" content="9.80">9,80</span>', 'EUR'), '9.80'],
  ['a visible price of RDFa', rdfa('<span property="price">12,500</span>', 'TND'), '12.5'],
  [
    'a price of RDFa with prefixes',
    '<div typeof="schema:Product"><b property="schema:name">Oud</b><p property="schema:offers" typeof="schema:Offer"><b property="schema:price">5</b></p></div>',
    '5',
  ],
  [
    'a price of RDFa by reference',
    `<div vocab="https://schema.org/" typeof="Product"><b property="name">Oud</b><link property="offers" resource="#o"></div>
    <div vocab="https://schema.org/" typeof="Offer" resource="#o"><meta property="price" content="7.25"></div>`,
    '7.25',
  ],
])('microdata and RDFa have %s', (_, html, price) => {
  expect(read(html).price).toBe(price);
});

test('the name of the brand is not that of the product', () => {
  const html = `<div itemscope itemtype="https://schema.org/Product"><p itemprop="brand" itemscope><b itemprop="name">Bakhoor</b></p>
  <h1 itemprop="name">Oud Candle</h1><img itemprop="image" src="/oud.jpg"><p itemprop="description">Wax.</p></div>`;
  expect(read(html)).toMatchObject({
    name: 'Oud Candle',
    description: 'Wax.',
    images: ['https://shop.example/oud.jpg'],
  });
});
