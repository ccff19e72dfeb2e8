import { afterEach, expect, jest, test } from '@jest/globals';
import { productHeadline } from '../../../words/product-headline.ts';
import type { Evidence } from '../evidence.ts';
import { rankHeadlines } from './headline.ts';

afterEach(() => {
  jest.restoreAllMocks();
});

const subject = { brand: 'Aero', product: 'Aero Trainer 2', language: 'en' };

/** Headings of a page in their order, the first one its main heading. */
const headings = (...texts: string[]): Evidence<string>[] =>
  texts.map((value, at) => ({
    value,
    source: 'page',
    features: { written: 1, 'written.early': 1 - at / 12, ...(at === 0 ? { 'written.h1': 1 } : { 'written.h2': 1 }) },
  }));

const best = (...texts: string[]): string | undefined => rankHeadlines(headings(...texts), subject)[0]?.value;

test.each<[string, string[], string]>([
  ['the first good line', ['Run lighter, run longer', 'Made for roads'], 'Run lighter, run longer'],
  ['no line that is the name of the brand', ['AERO', 'Made for roads'], 'Made for roads'],
  ['no step of a guide', ['① Choose your shoes', 'Made for roads'], 'Made for roads'],
  ['no line that operates the page', ['Accept cookies', 'Made for roads'], 'Made for roads'],
  ['the title without the name of the brand', ['Made for roads | Aero'], 'Made for roads'],
  ['the title without the name of the brand in front', ['Aero – Made for roads'], 'Made for roads'],
  [
    'a line without the blanks around its separator',
    ['Wool that likes the rain  \u2013 \u00a0Aero'],
    'Wool that likes the rain',
  ],
  ['a Japanese line', ['ホーム', '走る人のための、いちばん軽い靴。'], '走る人のための、いちばん軽い靴。'],
  [
    'the first sentence of a long text',
    [`Made for the rain. ${'Knitted in one piece '.repeat(4)}`],
    'Made for the rain.',
  ],
  [
    'a long text without the part after its dash',
    ['Coats made for the rain — knitted in one piece without a seam, from the wool of two valleys'],
    'Coats made for the rain',
  ],
  ['a text with an amount whole', ['Save up to 30 € (until May)'], 'Save up to 30 € (until May)'],
])('the best headline is %s', (_, lines, want) => {
  expect(best(...lines)).toBe(want);
});

test.each([
  ['of empty words', 'Elevate your journey'],
  ['that is a single word', 'Running'],
  ['that is the title of a section', 'Our coats'],
])('a line %s is less probable than a line that says something', (_, line) => {
  const confidence = (text: string): number => rankHeadlines(headings(text), subject)[0]?.confidence ?? 0;
  expect(confidence(line)).toBeLessThan(confidence('Shoes made for long roads'));
});

test('a text that is found in several places has the features of all of them', () => {
  const [both] = rankHeadlines(
    [...headings('Run lighter'), { value: 'Run  lighter', source: 'meta', features: { title: 1 } }],
    subject,
  );
  expect(both?.features).toMatchObject({ written: 1, title: 1 });
});

test('a text of 100,000 blanks is split by patterns without repetition, so that splitting takes linear time', () => {
  const split = jest.spyOn(String.prototype, 'split');
  const blank = `Wool coat${' '.repeat(100_000)}rain`;
  productHeadline(`${blank} | and more words than a headline may have`);
  rankHeadlines(headings(blank), subject);
  const patterns = split.mock.calls.flatMap(([separator]) => (separator instanceof RegExp ? [separator.source] : []));
  expect(patterns.length).toBeGreaterThanOrEqual(2);
  expect(patterns.filter((pattern) => /[+*{]/.test(pattern))).toEqual([]);
});
