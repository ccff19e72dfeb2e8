import type { BrandExtract } from '../../schema/brand.ts';
import { isAside, isBare, isContactCall, isLeading, isSelling } from '../../words/actions.ts';
import { fold } from '../../words/fold.ts';
import { isFit, refusal } from '../../words/printable.ts';
import { productHeadline } from '../../words/product-headline.ts';
import { refersBack, type Subject } from '../../words/rules.ts';
import { isSureEnough } from './costs.ts';
import { best, isHollow, isSame, sentences, textsOf, wordCount, type Scored } from '../../words/words.ts';

export type PageWords = Pick<BrandExtract, 'headlines' | 'subheadlines' | 'ctas' | 'language' | 'name' | 'product'>;

/** Maximum number of characters of a subheadline from a web page: three lines of 45 characters. */
const supportCharactersMax = 135;
const actionWordsMax = 5;
const actionCharactersMax = 30;

/**
 * Returns the headline of the page that is most probably fit, if it is sure enough to be printed, else the name of the
 * product, else `''`: the name of the brand is on the ad anyway.
 */
export function pageHeadline(page: PageWords): string {
  const fit = page.headlines.find(({ confidence }) => isSureEnough('headline', confidence));
  return fit?.text ?? productHeadline(page.product?.name ?? '');
}

/**
 * Returns the best whole sentence for a subheadline from the description of the product and the texts of the page,
 * whose first sentences are preferred. Returns `''` if an ad may print none of them.
 */
export function pageSubheadline(page: PageWords, headline: string): string {
  return bestOf(supportLines(page), (text) => supportScore(text, headline, page), 0.3);
}

/** Returns the first sentences of the description of the product and of the other texts of the page. */
function supportLines(page: PageWords): string[] {
  const texts = [page.product?.description ?? '', ...page.subheadlines.map(({ text }) => text)];
  return texts.flatMap((text) => wholeSentences(text, page.language ?? 'en').slice(0, 3));
}

/**
 * Returns the sentences of a text that can stand alone. A text of a single sentence needs no full stop. In a longer
 * text, a sentence without a full stop was probably cut off, so it is left out.
 */
function wholeSentences(text: string, language: string): string[] {
  const all = sentences(text, language);
  if (all.length <= 1) return all;
  return all.filter((sentence, at) => sentenceEnd.test(sentence) && (at === 0 || !refersBack(sentence, language)));
}

const sentenceEnd = /[.!?。！？؟।…]["”»’)]?$/u;

function supportScore(text: string, headline: string, page: PageWords): number {
  if (text.length > supportCharactersMax || repeatsWords(text, headline) || !isFit(text, 'support', subjectOf(page)))
    return 0;
  const repeats = headline !== '' && text.toLowerCase().startsWith(headline.toLowerCase()) ? 2 : 0;
  return Math.max(0.1, 5 - (isHollow(text) ? 2 : 0) - (text.length > 100 ? 1 : 0) - repeats);
}

/** Reports whether more than three quarters of the words of a text occur in another text too. */
function repeatsWords(text: string, other: string): boolean {
  const known = new Set(fold(other).split(' '));
  const words = fold(text).split(' ');
  return words.filter((word) => !known.has(word)).length < words.length / 4;
}

/**
 * Returns the text of the button that suits an ad best: one of the first buttons of the page, preferably one that
 * sells. Returns `''` if an ad may print no button of the page.
 */
export function pageCta(page: PageWords): string {
  return bestOf(textsOf(page.ctas), (text) => ctaScore(text, page));
}

function ctaScore(text: string, page: PageWords): number {
  if (wordCount(text) > actionWordsMax || text.length > actionCharactersMax) return 0;
  if (isSame(text, page.product?.name ?? '')) return 0;
  const refused = refusal(text, 'action', subjectOf(page))?.name;
  // The reader of the page lists a button without a word for an action only if it is the main button of the page.
  if (refused !== undefined && refused !== 'no-action') return 0;
  return callScore(text) - (wordCount(text) === 1 ? 0.4 : 0);
}

/**
 * Returns the score of a button's text. The main button comes first on the list. The scores differ so little that a
 * later button replaces it only if the text of the main button says much less.
 */
function callScore(text: string): number {
  if (isAside(text)) return 1.5;
  if (isContactCall(fold(text))) return 2.5;
  if (isSelling(text)) return 4.7;
  if (!isLeading(text)) return 2.5;
  return isBare(text) ? 3.2 : 4.3;
}

const subjectOf = ({ name, product, language }: PageWords): Subject => ({
  brand: name,
  product: product?.name ?? null,
  language,
});

/**
 * Returns the text with the highest score; `''` if all scores are 0. The score is reduced by `step` for each text
 * before it, but a positive score always stays positive.
 */
function bestOf(texts: readonly string[], scoreOf: (text: string) => number, step = 0.4): string {
  const scored = texts.map((text, at): Scored => {
    const score = scoreOf(text);
    return { text, score: score <= 0 ? 0 : Math.max(score - at * step, 0.05 / (at + 1)) };
  });
  return best(scored);
}
