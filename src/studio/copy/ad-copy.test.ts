import { describe, expect, test } from '@jest/globals';
import type { SourcedText } from '../../schema/brand.ts';
import { adCopy } from './ad-copy.ts';
import { noCopy } from './drawn-copy.ts';
import { pageCta, pageHeadline, pageSubheadline, type PageWords } from './page-copy.ts';

const texts = (...list: string[]): SourcedText[] => list.map((text) => ({ text, source: 'page' }));
const page = (some: Partial<PageWords>): PageWords => ({
  headlines: [],
  brandLines: [],
  subheadlines: [],
  ctas: [],
  language: 'en',
  name: 'Aero',
  product: null,
  ...some,
});
const long = 'A shoe of 198 grams that carries you over long roads, wet meadows and the last hill before home.';
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
    expect(adCopy([], both, 'ar').copy).toMatchObject({ headline: 'اركض أخف', cta: '' });
    expect(adCopy([], page({ headlines: texts('اركض أخف', 'Run lighter') }), 'en-us').copy.headline).toBe(
      'Run lighter',
    );
  });

  test('a request in another writing system drops no line of the page', () => {
    const english = page({ headlines: texts('Run lighter'), ctas: texts('السلة', 'Shop now') });
    expect(adCopy([], english, 'ar').copy).toMatchObject({ headline: 'Run lighter', cta: 'Shop now' });
  });

  test('in an ad for a product, the button that fills the bag comes first', () => {
    const ctas = texts('See our trainings', 'Add to cart');
    expect(adCopy([], page({ ctas, product: product('Aero Trainer 2') }), 'en').copy.cta).toBe('Shop now');
    expect(adCopy([], page({ ctas }), 'en').copy.cta).toBe('See our trainings');
  });

  test.each([
    ['a sentence of two lines comes before a longer one that is hardly surer', 0.75, 'Soft on long roads.'],
    ['a longer sentence that is much surer comes first', 0.9, long],
  ])('%s', (_, confidence, want) => {
    const subheadlines: SourcedText[] = [
      { text: long, source: 'page', confidence },
      { text: 'Soft on long roads.', source: 'page', confidence: 0.7 },
    ];
    expect(adCopy([], page({ subheadlines }), 'en').copy.subheadline).toBe(want);
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

  test('a price that is also the offer is printed once', () => {
    const { copy } = adCopy([{ copyType: 'offer', copyText: '9 €', price: '9 €' }], full, 'en');
    expect(copy).toMatchObject({ offer: '9 €', price: '' });
  });
});

test.each<[string, Partial<PageWords>, string]>([
  ['the first line', { headlines: texts('Run lighter', 'Made for roads') }, 'Run lighter'],
  ['the name of the product if there is no line', {}, 'Aero Trainer 2'],
  ['a line of another page of the brand if the name is unknown', { product: null }, 'We run'],
  ['an empty text without any of them', { product: null, brandLines: [] }, ''],
])('pageHeadline returns %s', (_, some, want) => {
  expect(pageHeadline(page({ product: product('Aero Trainer 2'), brandLines: texts('We run'), ...some }))).toBe(want);
});

test.each([
  ['is too long', 'Aero Trainer 2 - light running shoe for long roads in the summer, with a spare pair of laces'],
  ['has details after a bar', 'Aero Trainer 2 | 198 g'],
  ['has a number in front', '02 Aero Trainer 2'],
])('pageHeadline returns the plain name of a product whose name %s', (_, name) => {
  expect(pageHeadline(page({ product: product(name) }))).toBe('Aero Trainer 2');
});

test.each<[string, SourcedText[], string]>([
  ['the first sentence that fits', texts('Run lighter, run longer.', 'Soft on long roads.'), 'Soft on long roads.'],
  ['no copy of the headline', texts('Run lighter, run longer!'), ''],
  ['no sentence that begins with the headline', texts('Run lighter, run longer in a soft shoe of 198 grams.'), ''],
  ['no sentence that repeats the call to action', texts('Order the shoe.'), ''],
  ['no sentence in another language than the headline', texts('Ein leichter Schuh für lange Straßen und Wege.'), ''],
  ['no sentence in other letters', texts('حذاء خفيف للطرق الطويلة.'), ''],
  ['no sentence that is longer than three lines', texts(`A shoe ${'for long roads '.repeat(10)}.`), ''],
])('pageSubheadline returns %s', (_, subheadlines, want) => {
  const beside = { headline: 'Run lighter, run longer', cta: 'Order the shoe' };
  expect(pageSubheadline(page({ subheadlines }), beside)).toBe(want);
});

test.each<[string, Partial<PageWords>, string, string]>([
  [
    'the first call that fits',
    { ctas: texts('Find out everything about our shoes', 'See the shoes') },
    '',
    'See the shoes',
  ],
  ['no call that is the headline', { ctas: texts('Run lighter') }, 'Run lighter', ''],
  ['no call in other letters than the headline', { ctas: texts('السلة') }, 'A light shoe for long roads', ''],
  ['a call beside a headline of unclear language', { ctas: texts('購入する'), language: 'ja' }, 'Tern 2', '購入する'],
  ['the customary call for a button that fills the bag', { ctas: texts('Add to cart') }, '', 'Shop now'],
  [
    'the customary call of the language of the button',
    { ctas: texts('In den Warenkorb'), language: 'de' },
    '',
    'Jetzt kaufen',
  ],
  ['no text longer than a button', { ctas: texts('Find out everything about our shoes') }, '', ''],
  ['an empty text if the page has no call', {}, '', ''],
])('pageCta returns %s', (_, words, headline, want) => {
  expect(pageCta(page(words), headline)).toBe(want);
});

describe('the price of an offer', () => {
  test.each<[given: string, price: string, offer: string, printed: string]>([
    ['£1 for your first month', '£1', '£1 for your first month', ''],
    ['First month, all classes', '£1', 'First month, all classes', '£1'],
    [
      'Your first month, the whole gym and every class: £1',
      '£1',
      'Your first month, the whole gym and every class: £1',
      '',
    ],
    ['Rooms from $89', '$89', 'Rooms', 'from $89'],
    ['Menü ab 29 € pro Person', '29 €', 'Menü', 'ab 29 € pro Person'],
    ['Dès 15 € par mois, sans engagement', '15 €', 'sans engagement', 'Dès 15 € par mois'],
    ['Desde 39 €', '39 €', 'Desde 39 €', ''],
    ['Weekend sale', '$29', 'Weekend sale', '$29'],
    ['Weekend sale, from $29', '$29 per night', 'Weekend sale, from $29', '$29 per night'],
  ])('“%s” with %s is printed as “%s” and “%s”', (copyText, price, offer, printed) => {
    expect(adCopy([{ copyType: 'offer', copyText, price }], undefined, 'en').copy).toMatchObject({
      offer,
      price: printed,
    });
  });
});
