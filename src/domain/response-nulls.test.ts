import { expect, test } from '@jest/globals';
import { restoreNulls } from './response-nulls.ts';

test('an image response has its concept and the unknowns of its brand again', () => {
  const stored = { images: [], brand: { colors: [], product: { name: 'Mug', images: [] } }, credits: 5 };
  expect(restoreNulls(stored)).toEqual({
    images: [],
    concept: null,
    credits: 5,
    brand: {
      colors: [],
      name: null,
      logo: null,
      product: { name: 'Mug', images: [], description: null, price: null, currency: null },
    },
  });
});

test('a brand without a product says so', () => {
  expect(restoreNulls({ brand: {} })).toEqual({ brand: { name: null, logo: null, product: null } });
});

test('what is there is kept, and a video gets no concept', () => {
  const whole = { video: {}, brand: { name: 'Marl', logo: null, product: null } };
  expect(restoreNulls(whole)).toEqual(whole);
});
