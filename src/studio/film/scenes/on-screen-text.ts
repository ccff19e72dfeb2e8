import type { Breaker } from '../../text/breaks.ts';
import { letterCount } from '../../text/count.ts';
import { divideLeastDisturbing, emptinessCost, joinedPhrases } from '../../text/phrase-ends.ts';
import { fitsScreen, screenLettersMax, screenParts } from '../../text/screen-parts.ts';

/**
 * Divides a text into parts that are shown one after another and stand alone. A sentence that is too long for the screen
 * and has no such division is divided where a reader is disturbed least: the scripts of the built-in writer have no such
 * sentence, but other scripts may.
 */
export const partsOf = (text: string, language: string, breaker: Breaker): string[] =>
  screenParts(text, language).flatMap((part) => (fitsScreen(part) ? [part] : divided(part, breaker)));

const divided = (part: string, breaker: Breaker): string[] =>
  divideLeastDisturbing(breaker(part), {
    fits: (phrases) => fitsScreen(joinedPhrases(phrases)),
    costOf: (phrases) => emptinessCost(letterCount(joinedPhrases(phrases)), screenLettersMax),
  }).map(joinedPhrases);
