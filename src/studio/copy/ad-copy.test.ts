import { describe, expect, test } from '@jest/globals';
import type { SourcedText } from '../../schema/brand.ts';
import { adCopy } from './ad-copy.ts';
import { noCopy } from './drawn-copy.ts';
import { pageCta, pageHeadline, pageSubheadline, type PageWords } from './page-copy.ts';

const texts = (...list: string[]): SourcedText[] => list.map((text) => ({ text, source: 'page' }));
const sure = (text: string, confidence: number): SourcedText => ({ text, source: 'page', confidence });
const page = (some: Partial<PageWords>): PageWords => ({
  headlines: [],
  subheadlines: [],
  ctas: [],
  language: 'en',
  name: 'Aero',
  product: null,
  ...some,
});
const product = (name: string, description: string | null = null) => ({
  name,
  description,
  price: '129.00',
  currency: 'EUR',
  images: [],
  source: 'json-ld' as const,
});

describe('adCopy', () => {
  const full = page({
    headlines: texts('Run lighter'),
    subheadlines: texts('A shoe of 198 grams for long roads.'),
    ctas: texts('Shop now'),
    product: product('Aero Trainer 2'),
  });

  test('copies of the request are used unchanged, and the page gives the rest', () => {
    expect(adCopy([{ copyType: 'headline', copyText: 'Fly' }], full, 'en')).toEqual({
      copy: { ...noCopy, headline: 'Fly', subheadline: 'A shoe of 198 grams for long roads.', cta: 'Shop now' },
      usesPage: true,
    });
  });

  test('a page in two writing systems gives the lines in the requested language', () => {
    const both = page({ headlines: texts('Run lighter', 'اركض أخف'), ctas: texts('Shop now') });
    expect(adCopy([], both, 'ar').copy).toMatchObject({ headline: 'اركض أخف', cta: 'Shop now' });
    expect(adCopy([], page({ headlines: texts('اركض أخف', 'Run lighter') }), 'en-us').copy.headline).toBe(
      'Run lighter',
    );
  });

  test('a request in another writing system drops no line of the page', () => {
    const headlines = [sure('الرئيسية', 0.2), sure('Run lighter', 0.9)];
    const english = page({ headlines, ctas: texts('السلة', 'Shop now') });
    expect(adCopy([], english, 'ar').copy).toMatchObject({ headline: 'Run lighter', cta: 'Shop now' });
  });

  test('adCopy without a page and copies is empty', () => {
    expect(adCopy([], undefined, 'en')).toEqual({ copy: noCopy, usesPage: false });
  });

  test('the first of two headlines is used', () => {
    const twice = [
      { copyType: 'headline', copyText: 'One' },
      { copyType: 'headline', copyText: 'Two' },
    ] as const;
    expect(adCopy(twice, undefined, 'en').copy.headline).toBe('One');
  });

  test('only an offer of the request has a price', () => {
    const strayPrice = [{ copyType: 'headline', copyText: 'One', price: '9 €' }] as const;
    expect(adCopy(strayPrice, full, 'en').copy).toMatchObject({ offer: '', price: '' });
    expect(adCopy([{ copyType: 'offer', copyText: 'Now', price: '9 €' }], full, 'en').copy).toMatchObject({
      offer: 'Now',
      price: '9 €',
    });
    expect(adCopy([{ copyType: 'offer', copyText: 'Now' }], full, 'en').copy.price).toBe('');
  });
});

test.each<[string, SourcedText[], string]>([
  ['the first line that is sure enough', [sure('Run lighter', 0.9), sure('Made for roads', 0.8)], 'Run lighter'],
  ['the name of the product if no line is', [sure('Run lighter', 0.3)], 'Aero Trainer 2'],
  ['a line of the request, which has no confidence', texts('Fly'), 'Fly'],
])('pageHeadline returns %s', (_, headlines, want) => {
  expect(pageHeadline(page({ headlines, product: product('Aero Trainer 2') }))).toBe(want);
});

test('pageHeadline returns an empty text if a page without a product has no sure line', () => {
  expect(pageHeadline(page({ headlines: [sure('Home', 0.1)] }))).toBe('');
});

test.each([
  ['is too long', 'Aero Trainer 2 - light running shoe for long roads in the summer, with a spare pair of laces'],
  ['has details after a bar', 'Aero Trainer 2 | 198 g'],
  ['has a number in front', '02 Aero Trainer 2'],
])('pageHeadline returns the plain name of a product whose name %s', (_, name) => {
  expect(pageHeadline(page({ product: product(name) }))).toBe('Aero Trainer 2');
});

test.each<[string, string[], string | null, string]>([
  ['the line of the page', ['A shoe of 198 grams.'], null, 'A shoe of 198 grams.'],
  [
    'a whole sentence instead of a fragment',
    [`${'Very '.repeat(40)}long. The shoe weighs 198 grams.`],
    null,
    'The shoe weighs 198 grams.',
  ],
  [
    'a sentence about the product if the page has no line',
    [],
    'A light shoe for long roads. More.',
    'A light shoe for long roads.',
  ],
  ['no sentence that refers to another', ['Soft. It weighs as much as an egg.'], null, ''],
  ['no cut sentence', ['A light shoe for long roads. Made in Portugal and'], null, 'A light shoe for long roads.'],
  [
    'a sentence about the product before a line of the page',
    ['Shoes from Portugal since 1921.'],
    'A light shoe for long roads.',
    'A light shoe for long roads.',
  ],
  ['no copy of the headline', ['Run lighter'], null, ''],
  ['no cookie notice', ['We use cookies to improve your visit.'], null, ''],
])('pageSubheadline returns %s', (_, lines, description, want) => {
  const words = page({ subheadlines: texts(...lines), product: product('Shoe', description) });
  expect(pageSubheadline(words, 'Run lighter')).toBe(want);
});

test('pageSubheadline does not end a sentence at an ordinal number or an abbreviation', () => {
  const text = 'Unsere Bäckerei ist seit der 7. Generation in der Familie. Wir backen Brot, z. B. aus Roggen.';
  const words = page({ subheadlines: texts(text), language: 'de' });
  expect(pageSubheadline(words, '')).toBe('Unsere Bäckerei ist seit der 7. Generation in der Familie.');
});

test.each<[string, string[], string]>([
  ['a call with a verb that sells', ['Learn more', 'Shop now'], 'Shop now'],
  ['the main call instead of a later one', ['See the shoes', 'Order a catalogue'], 'See the shoes'],
  ['a call to the offer instead of one to the maker', ['Learn more about Tern', 'See the shoes'], 'See the shoes'],
  ['no call that counts items', ['View 26 shoes', 'Find a shop'], 'Find a shop'],
  ['no sign-in and no cart', ['Sign in', 'Add to cart', 'View cart', 'Explore the range'], 'Explore the range'],
  ['no text longer than a button', ['Find out everything there is to know about shoes'], ''],
  ['a call in another language', ['Anmelden', 'Jetzt kaufen'], 'Jetzt kaufen'],
  ['an empty text if the page has no call', ['Submit', 'Next'], ''],
])('pageCta returns %s', (_, lines, want) => {
  expect(pageCta(page({ ctas: texts(...lines) }))).toBe(want);
});
