import { expect, test } from '@jest/globals';
import { noCopy } from '../../studio/copy/drawn-copy.ts';
import { altText, type AltFacts, type Described } from './alt-text.ts';

const facts: AltFacts = {
  brand: 'Marl',
  product: 'Morning Mug',
  language: 'en',
  showsProduct: true,
};
const copy = { ...noCopy, headline: 'Sits well in the hand', cta: 'Shop now' };
const product = { role: 'product', alt: null } as const;
const drawn = { layout: 'card', hasLogo: false, shown: product };

test.each<[string, Partial<AltFacts>, Partial<Described>, string]>([
  [
    'the text, the picture and the logo',
    {},
    { hasLogo: true },
    'An ad for Morning Mug by Marl, with a picture of the product. It reads: “Sits well in the hand”, “Shop now”. The Marl logo is on it.',
  ],
  [
    'the given description of a picture',
    {},
    { shown: { role: 'lifestyle', alt: 'Two people at a table.' } },
    'An ad for Morning Mug by Marl, with a picture: Two people at a table. It reads: “Sits well in the hand”, “Shop now”.',
  ],
  [
    'no picture if the ad shows none',
    { product: null },
    { shown: null },
    'An ad by Marl. It reads: “Sits well in the hand”, “Shop now”.',
  ],
  [
    'lists, and the names and prices of pictures',
    { product: null },
    { copy: { ...copy, subheadline: 'Tea £2\nCake £4' }, details: ['Blue mug', '£24'] },
    'An ad by Marl, with a picture of the product. It reads: “Sits well in the hand”, “Tea £2; Cake £4”, “Blue mug”, “£24”, “Shop now”.',
  ],
  ['only the text in other languages', { language: 'de' }, {}, 'Marl. Morning Mug. Sits well in the hand. Shop now.'],
  [
    'the shapes of an ad without anything else',
    { product: null },
    { layout: 'shapes', shown: null, copy: noCopy },
    'An ad by Marl, with shapes in the colours of the brand.',
  ],
])('altText describes %s', (_, some, ad, want) => {
  expect(altText({ ...drawn, copy, ...ad }, { ...facts, ...some })).toBe(want);
});

test.each([
  ['ja', '一日中、冷たい水を', '一日中、冷たい水を。'],
  ['hi', 'हर सुबह', 'हर सुबह।'],
  ['hi', 'हर सुबह।', 'हर सुबह।'],
  ['th', 'ดื่มน้ำเย็น', 'ดื่มน้ำเย็น'],
  ['ar', 'ماذا؟', 'ماذا؟'],
  ['ko', '하루 종일', '하루 종일.'],
])('the alt text in %s ends with the full stop of its writing system: %s', (language, headline, want) => {
  const alone = { ...facts, brand: null, product: null, language };
  expect(altText({ copy: { ...noCopy, headline }, layout: 'statement', hasLogo: false, shown: null }, alone)).toBe(
    want,
  );
});

test('the alt text gives an offer with its price', () => {
  const offer = { ...noCopy, offer: '4 for 3', price: '€ 4.99' };
  expect(altText({ copy: offer, layout: 'offer', hasLogo: false, shown: null }, facts)).toContain('“4 for 3, € 4.99”');
});
