import type { BrandExtract, SourcedText } from '../../schema/brand.ts';
import { isBagButton } from '../../words/actions.ts';
import { customaryCall } from '../../words/customary-calls.ts';
import { productHeadline } from '../../words/product-headline.ts';
import { clearLanguage, mayBeIn } from '../../words/text-language.ts';
import { repeats } from '../../words/whole-sentences.ts';
import { isSame } from '../../words/words.ts';
import { canBeIn } from '../../words/writing.ts';
import { isSureEnough } from './costs.ts';

/** Words of web pages that are sure enough to be printed. */
export type PageWords = Pick<
  BrandExtract,
  'headlines' | 'brandLines' | 'subheadlines' | 'ctas' | 'language' | 'name' | 'product'
>;

/** Maximum number of characters of a subheadline from a web page: three lines of 40 characters. */
export const supportCharactersMax = 120;
/**
 * Number of characters of two lines, and the probability that a longer subheadline must have more, because it leaves less
 * room for headline and picture.
 */
const [supportCharactersUsual, longerCost] = [90, 0.1];
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

/** Returns the texts of a page for an ad with a picture: only a second line that is surer than in an ad of type alone. */
export const besidePicture = (page: PageWords): PageWords => ({
  ...page,
  subheadlines: page.subheadlines.filter(({ confidence }) => isSureEnough('support', confidence)),
});

/**
 * Returns the texts of a page in the order in which an ad takes them. In an ad for a product, a button that fills the bag
 * comes before the others, which may lead to another product. A sentence of two lines comes before a longer one that is
 * hardly surer.
 */
export function inOrderOfUse(page: PageWords): PageWords {
  const worth = ({ text, confidence }: SourcedText): number =>
    (confidence ?? 1) - (text.length > supportCharactersUsual ? longerCost : 0);
  const fillsBag = ({ text }: SourcedText): boolean => page.product !== null && isBagButton(text);
  return {
    ...page,
    subheadlines: page.subheadlines.toSorted((one, other) => worth(other) - worth(one)),
    ctas: [...page.ctas.filter(fillsBag), ...page.ctas.filter((cta) => !fillsBag(cta))],
  };
}

export const linesOf = (found: readonly SourcedText[]): string[] =>
  found.map(({ text }) => text.replace(/\s+/g, ' ').trim());

/** Returns the language of the headline; `null` if it is not clear. Without a headline, that of the page. */
const languageOfHeadline = (headline: string, { language }: PageWords): string | null =>
  headline === '' ? language : clearLanguage(headline, language ?? 'en');
