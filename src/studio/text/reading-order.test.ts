import { expect, test } from '@jest/globals';
import { readingOrder } from './reading-order.ts';

test.each([undefined, 'price', 'offer', 'subheadline'] as const)(
  'nothing stands between an offer and its price if %s is the largest text',
  (hero) => {
    const order = readingOrder(hero, { hasPrice: true, offerLeads: false });
    expect(Math.abs(order.indexOf('offer') - order.indexOf('price'))).toBe(1);
  },
);

test('an offer without a price is the first text', () => {
  expect(readingOrder(undefined, { hasPrice: false, offerLeads: false })[0]).toBe('offer');
});

test('an offer that leads to the price stands before it', () => {
  const order = readingOrder('price', { hasPrice: true, offerLeads: true });
  expect(order.indexOf('price') - order.indexOf('offer')).toBe(1);
});
