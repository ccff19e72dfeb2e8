import { letterCount, wordCount } from '../text/count.ts';
import { screenWordsMax } from './speech-time.ts';

/** Six long words would not fit on the screen in large type. */
const screenLettersMax = 42;

/** Reports whether a text can be shown in that many parts, one after the other. */
export const fitsScreen = (text: string, parts = 1): boolean =>
  wordCount(text) <= screenWordsMax * parts && letterCount(text) <= screenLettersMax * parts;

/** Removes the full stop of a single sentence, which a text on the screen does not need. */
export const withoutStop = (text: string): string =>
  /[.。।][^.。।]/u.test(text.replace(/\d[.,]\d/gu, '0')) ? text : text.replace(/[.。।,;:]+$/u, '');

/**
 * Returns a text as the screen shows it, without the full stop of a single sentence. Returns `''` if the text is too
 * long for `partsMax` parts that are shown one after the other.
 */
export function shownText(text: string, partsMax = 2): string {
  const bare = withoutStop(text.trim());
  return fitsScreen(bare, partsMax) ? bare : '';
}
