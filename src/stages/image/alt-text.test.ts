import { expect, test } from '@jest/globals';
import { noCopy } from '../../studio/copy/ad-copy.ts';
import { altText, clipped, type AltFacts } from './alt-text.ts';

const facts: AltFacts = {
  brand: 'Marl',
  product: 'Morning Mug',
  language: 'en',
  pictures: [],
  showsProduct: true,
  hasLogo: false,
};
const copy = { ...noCopy, headline: 'Sits well in the hand', cta: 'Shop now' };
const product = { role: 'product', alt: null } as const;

test.each<[string, Partial<AltFacts>, string, string]>([
  [
    'words, picture and logo',
    { pictures: [product], hasLogo: true },
    'packshot',
    'An ad for Morning Mug by Marl, with a picture of the product. It reads: “Sits well in the hand”, “Shop now”. The Marl logo stands on it.',
  ],
  [
    'a description that somebody wrote',
    { pictures: [{ role: 'lifestyle', alt: 'Two people at a table.' }] },
    'full-bleed',
    'An ad for Morning Mug by Marl, with a picture: Two people at a table. It reads: “Sits well in the hand”, “Shop now”.',
  ],
  [
    'no picture where the layout shows none',
    { pictures: [product], product: null },
    'statement',
    'An ad by Marl. It reads: “Sits well in the hand”, “Shop now”.',
  ],
  [
    'another language: the words alone',
    { language: 'de', pictures: [product] },
    'packshot',
    'Marl. Morning Mug. Sits well in the hand. Shop now.',
  ],
])('%s', (_, some, layout, want) => {
  expect(altText({ copy, layout }, { ...facts, ...some })).toBe(want);
});

test.each([
  ['ja', '一日中、冷たい水を', '一日中、冷たい水を。'],
  ['hi', 'हर सुबह', 'हर सुबह।'],
  ['hi', 'हर सुबह।', 'हर सुबह।'],
  ['th', 'ดื่มน้ำเย็น', 'ดื่มน้ำเย็น'],
  ['ar', 'ماذا؟', 'ماذا؟'],
  ['ko', '하루 종일', '하루 종일.'],
])('words in %s end as sentences there do', (language, headline, want) => {
  const alone = { ...facts, brand: null, product: null, language };
  expect(altText({ copy: { ...noCopy, headline }, layout: 'statement' }, alone)).toBe(want);
});

test('an offer stands with its price', () => {
  const offer = { ...noCopy, offer: '4 for 3', price: '€ 4.99' };
  expect(altText({ copy: offer, layout: 'offer' }, facts)).toContain('“4 for 3, € 4.99”');
});

test('it is clipped between words, by code points', () => {
  expect(clipped('one two three', 9)).toBe('one two…');
  expect(clipped('😀'.repeat(5), 5)).toBe('😀'.repeat(5));
  expect(Array.from(clipped('字'.repeat(50), 10)).length).toBeLessThanOrEqual(10);
});
