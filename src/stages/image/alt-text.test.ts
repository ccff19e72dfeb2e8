import { expect, test } from '@jest/globals';
import type { RenderedAd } from '../../studio/brief.ts';
import { noCopy } from '../../studio/copy/ad-copy.ts';
import { altText, clipped, type AltFacts } from './alt-text.ts';

const facts: AltFacts = {
  brand: 'Marl',
  product: 'Morning Mug',
  language: 'en',
  showsProduct: true,
  hasLogo: false,
};
const copy = { ...noCopy, headline: 'Sits well in the hand', cta: 'Shop now' };
const product = { role: 'product', alt: null } as const;

test.each<[string, Partial<AltFacts>, RenderedAd['shown'], string]>([
  [
    'words, picture and logo',
    { hasLogo: true },
    product,
    'An ad for Morning Mug by Marl, with a picture of the product. It reads: “Sits well in the hand”, “Shop now”. The Marl logo stands on it.',
  ],
  [
    'a description that somebody wrote',
    {},
    { role: 'lifestyle', alt: 'Two people at a table.' },
    'An ad for Morning Mug by Marl, with a picture: Two people at a table. It reads: “Sits well in the hand”, “Shop now”.',
  ],
  [
    'no picture where the layout shows none',
    { product: null },
    null,
    'An ad by Marl. It reads: “Sits well in the hand”, “Shop now”.',
  ],
  [
    'another language: the words alone',
    { language: 'de' },
    product,
    'Marl. Morning Mug. Sits well in the hand. Shop now.',
  ],
])('%s', (_, some, shown, want) => {
  expect(altText({ copy, shown }, { ...facts, ...some })).toBe(want);
});

test('an offer stands with its price', () => {
  const offer = { ...noCopy, offer: '4 for 3', price: '€ 4.99' };
  expect(altText({ copy: offer, shown: null }, facts)).toContain('“4 for 3, € 4.99”');
});

test('it is clipped between words, by code points', () => {
  expect(clipped('one two three', 9)).toBe('one two…');
  expect(clipped('😀'.repeat(5), 5)).toBe('😀'.repeat(5));
  expect(Array.from(clipped('字'.repeat(50), 10)).length).toBeLessThanOrEqual(10);
});
