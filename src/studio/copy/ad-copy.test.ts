import { describe, expect, test } from '@jest/globals';
import type { SourcedText } from '../../schema/brand.ts';
import { adCopy, noCopy } from './ad-copy.ts';
import { pageCta, pageHeadline, pageSubheadline, type PageWords } from './page-copy.ts';

const texts = (...list: string[]): SourcedText[] => list.map((text) => ({ text, source: 'page' }));
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

describe('the request first, then the page, then nothing', () => {
  const full = page({
    headlines: texts('Run lighter'),
    subheadlines: texts('A shoe of 198 grams for long roads.'),
    ctas: texts('Shop now'),
    product: product('Aero Trainer 2'),
  });

  test('what is given is drawn as it is, the rest is the page\u2019s', () => {
    expect(adCopy([{ copyType: 'headline', copyText: 'Fly' }], full, 'en')).toEqual({
      copy: { ...noCopy, headline: 'Fly', subheadline: 'A shoe of 198 grams for long roads.', cta: 'Shop now' },
      usesPage: true,
    });
  });

  test('of a page in two scripts, the lines in the language that was asked for', () => {
    const both = page({ headlines: texts('Run lighter', 'اركض أخف'), ctas: texts('Shop now') });
    expect(adCopy([], both, 'ar').copy).toMatchObject({ headline: 'اركض أخف', cta: 'Shop now' });
    expect(adCopy([], page({ headlines: texts('اركض أخف', 'Run lighter') }), 'en-us').copy.headline).toBe(
      'Run lighter',
    );
  });

  test('without page and copies every line is empty', () => {
    expect(adCopy([], undefined, 'en')).toEqual({ copy: noCopy, usesPage: false });
  });

  test('of two headlines the first is taken', () => {
    const twice = [
      { copyType: 'headline', copyText: 'One' },
      { copyType: 'headline', copyText: 'Two' },
    ] as const;
    expect(adCopy(twice, undefined, 'en').copy.headline).toBe('One');
  });

  test('a price stands beside its offer only, and the page\u2019s price never does', () => {
    const strayPrice = [{ copyType: 'headline', copyText: 'One', price: '9 €' }] as const;
    expect(adCopy(strayPrice, full, 'en').copy).toMatchObject({ offer: '', price: '' });
    expect(adCopy([{ copyType: 'offer', copyText: 'Now', price: '9 €' }], full, 'en').copy).toMatchObject({
      offer: 'Now',
      price: '9 €',
    });
    expect(adCopy([{ copyType: 'offer', copyText: 'Now' }], full, 'en').copy.price).toBe('');
  });
});

test.each<[string, string[], string]>([
  ['the first good line', ['Run lighter, run longer', 'Made for roads'], 'Run lighter, run longer'],
  ['not the brand\u2019s name', ['AERO', 'Made for roads'], 'Made for roads'],
  ['not what stands on every page', ['Home', 'Accept cookies', 'Welcome', 'Made for roads'], 'Made for roads'],
  ['the title without the name', ['Made for roads | Aero'], 'Made for roads'],
  ['the title without the name in front', ['Aero – Made for roads'], 'Made for roads'],
  ['concrete words before hollow ones', ['Elevate your journey', 'Made for roads'], 'Made for roads'],
  ['a line before the product\u2019s name', ['Aero Trainer 2', 'Made for roads'], 'Made for roads'],
  ['the product\u2019s name where there is no line', ['Aero Trainer 2', 'Home'], 'Aero Trainer 2'],
  ['a line before a single word', ['Running', 'Made for roads'], 'Made for roads'],
  [
    'never a paragraph',
    ['We believe that everyone who runs deserves a shoe that weighs as little as possible and lasts'],
    '',
  ],
  ['nothing where there is nothing', ['Home', 'Log in'], ''],
  ['a Japanese line', ['ホーム', '走る人のための、いちばん軽い靴。'], '走る人のための、いちばん軽い靴。'],
])('headline: %s', (_, lines, want) => {
  expect(pageHeadline(page({ headlines: texts(...lines), product: product('Aero Trainer 2') }))).toBe(want);
});

test.each<[string, string[], string | null, string]>([
  ['the page\u2019s own', ['A shoe of 198 grams.'], null, 'A shoe of 198 grams.'],
  [
    'one whole sentence, never a piece',
    [`${'Very '.repeat(40)}long. It weighs 198 grams.`],
    null,
    'It weighs 198 grams.',
  ],
  [
    'from the product where the page has none',
    [],
    'A light shoe for long roads. More.',
    'A light shoe for long roads.',
  ],
  ['not the headline again', ['Run lighter'], null, ''],
  ['no cookie notice', ['We use cookies to improve your visit.'], null, ''],
])('support: %s', (_, lines, description, want) => {
  const words = page({ subheadlines: texts(...lines), product: product('Shoe', description) });
  expect(pageSubheadline(words, 'Run lighter')).toBe(want);
});

test.each<[string, string[], string]>([
  ['a verb that sells', ['Learn more', 'Shop now'], 'Shop now'],
  ['no sign-in, no cart', ['Sign in', 'Add to cart', 'View cart', 'Explore the range'], 'Explore the range'],
  ['nothing longer than a button', ['Find out everything there is to know about shoes'], ''],
  ['another language\u2019s', ['Anmelden', 'Jetzt kaufen'], 'Jetzt kaufen'],
  ['nothing', ['Submit', 'Next'], ''],
])('action: %s', (_, lines, want) => {
  expect(pageCta(page({ ctas: texts(...lines) }))).toBe(want);
});
