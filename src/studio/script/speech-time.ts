import { spokenSeconds } from '../sound/voice/pace.ts';
import { wordCount } from '../text/count.ts';
import { baseOf } from './text-language.ts';

/** The writer plans at most 165 words of English a minute, the rate of calm ads; a voice can be faster. */
const wordsPerSecondMax = 162 / 60;

/** Returns the time in seconds that the writer gives a voice for a text, without the air around the voice. */
export function unhurriedSeconds(text: string, language: string): number {
  const seconds = spokenSeconds(text, language);
  return baseOf(language) === 'en' ? Math.max(seconds, wordsIn(text) / wordsPerSecondMax) : seconds;
}

const wordsIn = (text: string): number => text.split(/\s+/u).filter((token) => /[\p{L}\p{N}&]/u.test(token)).length;

export const screenWordsMax = 6;

/**
 * Returns the time in seconds that a viewer needs to read the texts of a scene, which are shown one after the other. A
 * text of more than six words is shown in parts.
 */
export function readingSeconds(onScreenText: string): number {
  const texts = onScreenText.split('\n').filter((text) => text !== '');
  return texts.reduce((sum, text) => {
    const words = wordCount(text);
    return sum + 0.35 * words + 0.5 * Math.ceil(words / screenWordsMax);
  }, 0);
}
