import { expect, test } from '@jest/globals';
import { evidence, type Evidence } from '../evidence.ts';
import type { StatedPrice } from '../findings.ts';
import { rankPrices } from './price.ts';

/** The only price of the structured data of a page. */
const stated = (price: string, currency: string | null): Evidence<StatedPrice>[] =>
  evidence({ price, currency }, 'json-ld', { structured: 1, 'structured.only': 1 });

/** A price that is painted large below the main heading of a page. */
const shown = (price: string, currency: string | null): Evidence<StatedPrice>[] =>
  evidence({ price, currency }, 'painted', {
    painted: 1,
    'painted.size': 1,
    'painted.absolute-size': 0.6,
    'painted.early': 1,
    'painted.near-heading': 0.9,
    'painted.main': 1,
    'painted.alone': 1,
    'painted.first-screen': 1,
  });

const best = (...found: Evidence<StatedPrice>[][]): StatedPrice | undefined => rankPrices(found.flat())[0]?.value;

test.each<[string, Evidence<StatedPrice>[][], StatedPrice]>([
  [
    'the painted price keeps its own currency',
    [stated('59', 'EUR'), shown('64', 'USD')],
    { price: '64', currency: 'USD' },
  ],
  [
    'a dollar sign does not turn the Canadian dollars of the source into US dollars',
    [stated('64.00', 'CAD'), shown('64', 'USD')],
    { price: '64.00', currency: 'CAD' },
  ],
  ['a price of 0 is no price', [stated('0.00', 'EUR'), shown('64', 'EUR')], { price: '64', currency: 'EUR' }],
  [
    'a price takes the currency with which it is stated elsewhere',
    [stated('64', null), shown('64', 'USD')],
    { price: '64', currency: 'USD' },
  ],
])('%s', (_, found, want) => {
  expect(best(...found)).toEqual(want);
});

test('a price that two places state is surer than one that differs from the structured data', () => {
  const [agreed] = rankPrices([...stated('64', 'EUR'), ...shown('64', 'EUR')]);
  const [disputed] = rankPrices([...stated('59', 'EUR'), ...shown('64', 'EUR')]);
  expect(agreed?.confidence).toBeGreaterThan(disputed?.confidence ?? 1);
});

test('a struck price of a related product is not that of the product', () => {
  const related = evidence({ price: '12', currency: 'EUR' }, 'painted', {
    painted: 1,
    'painted.size': 0.5,
    'painted.others': 1,
    'painted.former': 1,
  });
  expect(best(related, shown('64', 'EUR'))).toMatchObject({ price: '64' });
});
