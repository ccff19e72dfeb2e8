import { wordCount } from '../text/count.ts';
import { fitsScreen, screenParts } from '../text/screen-parts.ts';

/** Removes the full stop of a single sentence, which a text on the screen does not need. */
export const withoutStop = (text: string): string =>
  /[.。।][^.。।]/u.test(text.replace(/\d[.,]\d/gu, '0')) ? text : text.replace(/[.。।,;:]+$/u, '');

/**
 * Returns a text as the screen shows it, without the full stop of a single sentence. Returns `''` if the text needs more
 * than `partsMax` parts that are shown one after the other, or if a part is too long for the screen.
 */
export function shownText(text: string, language: string, partsMax = 2): string {
  const bare = withoutStop(text.trim());
  const parts = screenParts(bare, language);
  return parts.length <= partsMax && parts.every(fitsScreen) ? bare : '';
}

/**
 * Minimum number of words of a short text, as a share of the spoken words. A shorter text says less than the spoken
 * words, so a film without a voice shows the spoken words.
 */
const shortShare = 0.6;

/** Reports whether the spoken words of a scene say more than its short text. */
export const saysMore = (short: readonly string[], spoken: readonly string[]): boolean =>
  spoken.length > 0 && wordCount(short.join(' ')) < shortShare * wordCount(spoken.join(' '));
