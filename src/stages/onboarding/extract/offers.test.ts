import { expect, test } from '@jest/globals';
import { pageOf } from '../../../../test/support/brands/page-of.ts';
import { jsonLd } from './json-ld.ts';

const readAt = new Date('2026-11-20T12:00:00Z');
const schema = 'https://schema.org/';

/** Returns the price in the JSON-LD of a product page with these offers. `besides` is HTML. */
function priceOf(offers: unknown, besides = ''): string | null {
  const data = JSON.stringify({ '@type': 'Product', name: 'Oud Candle', offers });
  const html = `<script type="application/ld+json">${data}</script><h1>Oud Candle</h1>${besides}`;
  return jsonLd(pageOf(html, { role: 'product', readAt })).prices?.[0]?.value.price ?? null;
}

const offer = (parts: object): object => ({ '@type': 'Offer', priceCurrency: 'USD', ...parts });
const spec = (price: unknown, parts = {}): object => ({ '@type': 'UnitPriceSpecification', price, ...parts });
const list = { priceType: `${schema}ListPrice` };
const sale = { priceType: `${schema}SalePrice` };
const litre = { referenceQuantity: { value: 1, unitCode: 'LTR' } };

test.each<[why: string, offers: unknown, price: string | null]>([
  ['a specification without a type', offer({ priceSpecification: [spec('25.00', list), spec('19.00')] }), '19.00'],
  ['it also if it comes first', offer({ priceSpecification: [spec(19), spec(25, list)] }), '19'],
  ['its own price, not the list price', offer({ price: 19, priceSpecification: spec(25, list) }), '19'],
  ['no price if there is only a list price', offer({ priceSpecification: spec(25, list) }), null],
  ...[
    'ListPrice',
    'http://schema.org/ListPrice',
    'schema:MSRP',
    `${schema}SRP`,
    `${schema}StrikethroughPrice`,
    'RegularPrice',
  ].map((priceType): [string, unknown, string] => [
    `the price besides ${priceType}`,
    offer({ priceSpecification: [spec(25, { priceType }), spec(19)] }),
    '19',
  ]),
  [
    'the price besides a type with an id',
    offer({ priceSpecification: [spec(25, { priceType: { '@id': `${schema}ListPrice` } }), spec(19)] }),
    '19',
  ],
  ['the sale price, not its own', offer({ price: 25, priceSpecification: spec(19, sale) }), '19'],
  [
    'the sale price, not the regular price',
    offer({ priceSpecification: [spec(25, { priceType: `${schema}RegularPrice` }), spec(19, sale)] }),
    '19',
  ],
  ['the regular price if it is alone', offer({ priceSpecification: spec(25, { priceType: 'RegularPrice' }) }), '25'],
  [
    'the other price if its own is the list price',
    offer({ price: 25, priceSpecification: [spec(25, list), spec(19)] }),
    '19',
  ],
  [
    'its own price after a sale',
    offer({ price: 25, priceSpecification: spec(19, { ...sale, validThrough: '2026-11-19' }) }),
    '25',
  ],
  [
    'its own price before a sale',
    offer({ price: 25, priceSpecification: spec(19, { ...sale, validFrom: '2026-11-27' }) }),
    '25',
  ],
  [
    'the price of this month',
    offer({ price: 25, priceSpecification: spec(19, { validFrom: '2026-11-01', validThrough: '2026-11-30' }) }),
    '19',
  ],
  [
    'the offer of this month',
    [offer({ price: 25 }), offer({ price: 19, validFrom: '2026-11-01', validThrough: '2026-11-30T23:59:59Z' })],
    '19',
  ],
  [
    'the next offer if the first is over',
    [offer({ price: 15, priceValidUntil: '2026-11-01' }), offer({ price: 19 })],
    '19',
  ],
  [
    'the next offer if the first has a list price',
    [offer({ priceSpecification: spec(25, list) }), offer({ price: 19 })],
    '19',
  ],
  [
    'the first variant, not the sale of another',
    [offer({ sku: 'L', price: 40 }), offer({ sku: 'S', priceSpecification: spec(30, sale) })],
    '40',
  ],
  ['a price that is valid until today', offer({ price: 19, priceValidUntil: '2026-11-20' }), '19'],
  ['no price that was valid until yesterday', offer({ price: 19, priceValidUntil: '2026-11-19' }), null],
  ['a price with a date that is no date', offer({ price: 19, priceValidUntil: 'soon' }), '19'],
  ['the lowest price of several', { '@type': 'AggregateOffer', lowPrice: '4.750', priceCurrency: 'KWD' }, '4.75'],
  [
    'a price that is not over of several',
    {
      '@type': 'AggregateOffer',
      ...{ lowPrice: 15, priceCurrency: 'USD' },
      offers: [offer({ price: 15, priceValidUntil: '2026-01-01' }), offer({ price: 19 })],
    },
    '19',
  ],
  ['the price of what is sold, not of a litre', offer({ priceSpecification: [spec(48, litre), spec(12)] }), '12'],
  [
    'the price of what is sold, with the quantity to compare',
    offer({ priceSpecification: spec(81, { referenceQuantity: { value: 4.5, valueReference: { value: 100 } } }) }),
    '81',
  ],
  [
    'the price without the charge for delivery',
    offer({ priceSpecification: [{ '@type': 'DeliveryChargeSpecification', price: 5 }, spec(19)] }),
    '19',
  ],
  [
    'the price of one',
    offer({ priceSpecification: [spec(8, { eligibleQuantity: { minValue: 10 } }), spec(10)] }),
    '10',
  ],
  ['the price for everyone', offer({ priceSpecification: [spec(8, { validForMemberTier: {} }), spec(10)] }), '10'],
  [
    'the price, not an instalment',
    offer({ priceSpecification: [spec(9, { priceComponentType: `${schema}Installment` }), spec(99)] }),
    '99',
  ],
  [
    'the price with tax',
    offer({ priceSpecification: [spec(10, { valueAddedTaxIncluded: false }), spec(11.9)] }),
    '11.9',
  ],
  ['a price with a data type', offer({ price: { '@value': '19.00' } }), '19.00'],
])('an offer has %s', (_, offers, price) => {
  expect(priceOf(offers)).toBe(price);
});

const inEuro = (price: unknown): object => ({ '@type': 'Offer', price, priceCurrency: 'EUR' });

test.each<[price: unknown, shown: string, want: string | null]>([
  ['1.299', '<p>1.299 €</p>', '1299'],
  ['1.299', '<p>nur 1.299,00 €!</p>', '1299.00'],
  ['1.299', '<p>€ 1,30</p>', '1.30'],
  ['1.299', '<p>49 €</p>', null],
  ['1.299', '<p>1.299,00 € oder 1,30 €</p>', null],
  ['1.299', '', null],
  [1.299, '<p>1.299 €</p>', '1299'],
])('of the price %p in EUR with the text %p, %p is read', (price, shown, want) => {
  const read = priceOf(inEuro(price), shown);
  expect(read === null ? null : Number(read)).toBe(want === null ? null : Number(want));
});

test('a number keeps the zeros at its end, which may be thousands', () => {
  const html = (price: string, currency: string): string =>
    `<script type="application/ld+json">{"@type":"Product","name":"Oud","offers":{"price":${price},"priceCurrency":"${currency}"}}</script>`;
  const read = (price: string, currency: string): unknown =>
    jsonLd(pageOf(html(price, currency))).prices?.[0]?.value.price ?? null;
  expect(read('1.250', 'EUR')).toBeNull();
  expect(read('4.750', 'KWD')).toBe('4.75');
  expect(read('12.50', 'EUR')).toBe('12.50');
});

test('a price that is over counts while the page shows it', () => {
  const over = offer({ price: 19, priceValidUntil: '2020-12-31' });
  expect(priceOf(over, '<p>$19.00</p>')).toBe('19');
  expect(priceOf(over, '<p>$25.00</p>')).toBeNull();
});

test('the currency is taken from the text of a price that has no other', () => {
  const html =
    '<script type="application/ld+json">{"@type":"Product","name":"Oud","offers":{"price":"4.750 KWD"}}</script>';
  expect(jsonLd(pageOf(html)).prices?.[0]?.value).toMatchObject({ price: '4.75', currency: 'KWD' });
});
