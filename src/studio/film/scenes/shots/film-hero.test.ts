import { expect, test } from '@jest/globals';
import { filmHero } from './film-hero.ts';

const deal = { price: '€49', offer: '20 % off' };

test.each([
  ['the price without a direction', deal, undefined, 'price'],
  ['the offer if it is wanted largest', deal, 'offer', 'offer'],
  ['nothing if the headline is wanted largest', deal, 'headline', null],
  [
    'the price if the offer that is wanted largest is long',
    { ...deal, offer: '20 % off all rain jackets' },
    'offer',
    'price',
  ],
  ['the price if the logo is wanted largest', deal, 'logo', 'price'],
] as const)('very large type is for %s', (_, texts, largest, want) => {
  expect(filmHero(texts, largest)).toBe(want);
});
