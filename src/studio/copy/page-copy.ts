import type { BrandExtract } from '../../schema/brand.ts';
import { isAside, isBare, isContactCall, isLeading, isSelling } from '../../words/actions.ts';
import { fold } from '../../words/fold.ts';
import { isFit, refusal } from '../../words/printable.ts';
import { lengthScore, partsOf, productHeadline, shopDetail } from '../../words/product-headline.ts';
import { refersBack, type Subject } from '../../words/rules.ts';
import { best, isHollow, isLabel, isSame, sentences, textsOf, wordCount, type Scored } from '../../words/words.ts';

export type PageWords = Pick<BrandExtract, 'headlines' | 'subheadlines' | 'ctas' | 'language' | 'name' | 'product'>;

/** Maximum number of characters of a subheadline from a web page: three lines of 45 characters. */
const supportCharactersMax = 135;
const actionWordsMax = 5;
const actionCharactersMax = 30;

/**
 * Returns the best headline among the headlines of the page, which are sorted best first, and the name of the product.
 * On a page without a good headline, this is a short sentence of its description. Returns `''` if an ad may print none
 * of them.
 */
export function pageHeadline(page: PageWords): string {
  const lines = textsOf(page.headlines).map((text) => withoutName(text, page.name));
  const productName = productHeadline(page.product?.name ?? '');
  const all = lines.map((line) => (isProduct(line, page) ? productHeadline(line) : brief(line, page)));
  const found = bestOf([...all, productName], (text) => headlineScore(text, page));
  return found === '' ? bestOf(supportLines(page), (text) => headlineScore(text, page)) : found;
}

function headlineScore(text: string, page: PageWords): number {
  if (!isFit(text, 'headline', subjectOf(page))) return 0;
  const isName = isSame(text, productHeadline(page.product?.name ?? ''));
  const length = lengthScore(text);
  if (length === 0) return 0;
  return Math.max(0.1, length - (isName ? 0 : hollowness(text) + shortness(text)));
}

/** Returns what the score of a headline loses because it says nothing of its own. A long welcome says something. */
const hollowness = (text: string): number => (isHollow(text) ? (wordCount(text) > 6 ? 1 : 2.5) : 0);

/** Returns what the score of a headline loses because the text is so short that it may be the title of a section. */
function shortness(text: string): number {
  if (!isLabel(text)) return 0;
  return { 0: 3, 1: 3, 2: 1.5 }[wordCount(text)] ?? 0;
}

/**
 * Returns a long line without its second sentence, or without the part after a dash or bar, if the rest is fit to
 * print.
 */
function brief(line: string, page: PageWords): string {
  const [sentence = line, ...others] = sentences(line, page.language ?? 'en');
  const isCut = others.length > 0 && !sentenceEnd.test(line);
  if (lengthScore(line) === 6 && !isCut) return line;
  const parts = [sentence, ...partsOf(line, separators).slice(0, 1)];
  const isBrief = (part: string): boolean => lengthScore(part) === 6 && !isLabel(part);
  return parts.find((part) => isBrief(part) && isFit(part, 'headline', subjectOf(page))) ?? line;
}

/** Reports whether a line is the name of the product, perhaps with another price or number of the article. */
function isProduct(line: string, { product }: PageWords): boolean {
  const bare = (text: string): string => text.replace(shopDetail, '');
  return product !== null && isSame(bare(line), bare(product.name ?? ''));
}

/** Separators of the parts of a title whose white space is collapsed. */
const separators = / ?\| ?| [–—·•:-] /u;
function withoutName(title: string, name: string | null): string {
  const parts = partsOf(title, separators);
  if (parts.length < 2 || name === null) return title;
  const others = parts.filter((part) => !isSame(part, name));
  return others.length === parts.length ? title : (others[0] ?? title);
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
