import { expect, test } from '@jest/globals';
import { readingOrder } from './reading-order.ts';

test.each([undefined, 'price', 'offer', 'subheadline'] as const)(
  'nothing stands between an offer and its price if %s is the largest text',
  (hero) => {
    const order = readingOrder(hero, true);
    expect(Math.abs(order.indexOf('offer') - order.indexOf('price'))).toBe(1);
  },
);

test('an offer without a price is the first text', () => {
  expect(readingOrder(undefined, false)[0]).toBe('offer');
});
