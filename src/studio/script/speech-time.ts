import { spokenSeconds } from '../sound/voice/pace.ts';
import { changeSeconds, readingSeconds as readingSecondsOf } from '../text/reading-time.ts';
import { screenParts } from '../text/screen-parts.ts';
import { baseOf } from '../../words/writing.ts';

/** The writer plans at most 165 words of English a minute, the rate of calm ads; a voice can be faster. */
const wordsPerSecondMax = 162 / 60;

/** Returns the time in seconds that the writer gives a voice for a text, without the air around the voice. */
export function unhurriedSeconds(text: string, language: string): number {
  const seconds = spokenSeconds(text, language);
  return baseOf(language) === 'en' ? Math.max(seconds, wordsIn(text) / wordsPerSecondMax) : seconds;
}

const wordsIn = (text: string): number => text.split(/\s+/u).filter((token) => /[\p{L}\p{N}&]/u.test(token)).length;

/**
 * Returns the time in seconds that a viewer needs to read the texts of a scene, which are shown one after the other. A
 * long text is shown in parts.
 */
export const readingSeconds = (onScreenText: string, language: string): number =>
  partsIn(onScreenText, language).reduce((sum, part) => sum + readingSecondsOf(part), 0);

/** Returns the time in seconds for which the texts of a scene are shown: each appears, is read and disappears. */
export const shownSeconds = (onScreenText: string, language: string): number =>
  readingSeconds(onScreenText, language) + changeSeconds * partsIn(onScreenText, language).length;

const partsIn = (onScreenText: string, language: string): string[] =>
  onScreenText.split('\n').flatMap((text) => screenParts(text, language));
