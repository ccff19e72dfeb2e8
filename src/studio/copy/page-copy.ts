import type { BrandExtract, SourcedText } from '../../schema/brand.ts';
import { customaryCall } from '../../words/customary-calls.ts';
import { productHeadline } from '../../words/product-headline.ts';
import { clearLanguage, mayBeIn } from '../../words/text-language.ts';
import { repeats } from '../../words/whole-sentences.ts';
import { isSame } from '../../words/words.ts';
import { canBeIn } from '../../words/writing.ts';

/** Words of web pages that are sure enough to be printed. */
export type PageWords = Pick<
  BrandExtract,
  'headlines' | 'brandLines' | 'subheadlines' | 'ctas' | 'language' | 'name' | 'product'
>;

/** Maximum number of characters of a subheadline from a web page: three lines of 45 characters. */
export const supportCharactersMax = 135;
export const actionCharactersMax = 30;

/**
 * Returns the headline of the page that is most probably fit, else the name of the product, else a headline of another
 * page of the brand, else `''`.
 */
export function pageHeadline({ headlines, product, brandLines }: PageWords): string {
  const name = product?.name ?? null;
  return linesOf(headlines)[0] ?? (name === null ? linesOf(brandLines)[0] : productHeadline(name)) ?? '';
}

/**
 * Returns the text of the first button that fits the headline; `''` without one. A button that fills the bag becomes the
 * customary call to buy in its language.
 */
export function pageCta(page: PageWords, headline: string): string {
  const language = languageOfHeadline(headline, page);
  const calls = linesOf(page.ctas).map((text) => customaryCall(text, page.language) ?? text);
  const fits = (text: string): boolean =>
    text.length <= actionCharactersMax && !isSame(text, headline) && (language === null || canBeIn(language, text));
  return calls.find(fits) ?? '';
}

/**
 * Returns the first sentence that is in the language of the headline and repeats neither the headline nor the call to
 * action; `''` without one.
 */
export function pageSubheadline(page: PageWords, { headline, cta }: { headline: string; cta: string }): string {
  const language = languageOfHeadline(headline, page);
  const fits = (text: string): boolean =>
    text.length <= supportCharactersMax &&
    !repeats(text, headline) &&
    !repeats(text, cta) &&
    (language === null || mayBeIn(language, text));
  return linesOf(page.subheadlines).find(fits) ?? '';
}

export const linesOf = (found: readonly SourcedText[]): string[] =>
  found.map(({ text }) => text.replace(/\s+/g, ' ').trim());

/** Returns the language of the headline; `null` if it is not clear. Without a headline, that of the page. */
const languageOfHeadline = (headline: string, { language }: PageWords): string | null =>
  headline === '' ? language : clearLanguage(headline, language ?? 'en');
