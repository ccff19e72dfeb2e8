import { columnCount, wordCount } from './words.ts';

/** Maximum width of a headline in columns: two for a Chinese or Japanese character, one for any other. */
const headlineColumnsMax = 70;
/** Maximum width in columns of a headline that is printed only if no shorter text is fit. */
const longHeadlineColumnsMax = 90;

/** Maximum number of words of a product's name that is printed with its details. */
const nameWordsMax = 9;

/** Separators of the details of a product's name whose white space is collapsed. */
const detailSeparators = / ?[|,:(] ?| [–—·•-] /u;

/** Matches a number of an article, or a price, at the end of a name: `Oslo armchair (MBL-001)`, `Big box $69.99`. */
export const shopDetail = / ?\((?:[A-Z]{1,6}[- ]?)?\d{2,8}\)$| (?:[–—-] )?(?:\p{Sc} ?\d[\d.,]*|\d[\d.,]* ?\p{Sc})$/u;

/**
 * Returns the name of a product as a headline. Removes a number at the start, such as `01` from a menu, and a number of
 * an article or a price at the end. If the name is too long or contains a vertical bar, removes the details at its end
 * too.
 */
export function productHeadline(name: string): string {
  const bare = name.replace(/^0\d{0,2}[.):\s-]+(?=\p{L})/u, '').replace(shopDetail, '');
  const hasDetails = bare.includes(' | ');
  if (lengthScore(bare) === 6 && wordCount(bare) <= nameWordsMax && !hasDetails) return bare;
  const [first = ''] = partsOf(bare, detailSeparators);
  return wordCount(first) >= 2 || hasDetails ? first : bare;
}

/**
 * Returns a score for the length of a headline: 6 if it is short enough, 3.5 if it is printed only if no shorter text is
 * fit, 0 if it is too long.
 */
export function lengthScore(text: string): number {
  const columns = columnCount(text);
  if (columns <= headlineColumnsMax) return 6;
  return columns <= longHeadlineColumnsMax ? 3.5 : 0;
}

/**
 * Splits a text at separators. The white space is collapsed first, so that the separators need no repetition. With
 * repetitions, the search would take quadratic time in a long run of blanks.
 */
export function partsOf(text: string, separator: RegExp): string[] {
  return text.trim().replace(/\s+/gu, ' ').split(separator);
}
