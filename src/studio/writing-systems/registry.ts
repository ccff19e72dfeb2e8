import { arabic } from './arabic.ts';
import { cyrillic } from './cyrillic.ts';
import { devanagari } from './devanagari.ts';
import { chineseSimplified, chineseTraditional, hanWritingSystem, japanese, korean } from './east-asian.ts';
import { greek } from './greek.ts';
import { hebrew } from './hebrew.ts';
import { latin } from './latin.ts';
import type { WritingSystem } from './writing-system.ts';
import { thai } from './thai.ts';

const alphabets: readonly WritingSystem[] = [latin, cyrillic, greek, arabic, hebrew, thai, devanagari];
const eastAsian: readonly WritingSystem[] = [japanese, korean, chineseSimplified, chineseTraditional];

/** To add a writing system, list its file here, its name in `WritingSystemName`, and a font for it. */
export const writingSystems: readonly WritingSystem[] = [...alphabets, ...eastAsian];

/**
 * Returns the writing systems for the texts of an ad. Of those with Han characters, the one for these texts comes
 * first.
 */
export function writingSystemsOf(texts: string, language: string): WritingSystem[] {
  const han = hanWritingSystem(texts, language);
  return [...alphabets, han, ...eastAsian.filter((writingSystem) => writingSystem !== han)];
}

/** A letter of an East Asian writing system carries about as much meaning as two of an alphabet. */
const weightOf = (writingSystem: WritingSystem): number => (eastAsian.includes(writingSystem) ? 2 : 1);

/**
 * Returns the writing system of an ad: that of its language if a quarter of the letters use it, so that Latin names do
 * not change the direction of an Arabic ad; else that of most letters.
 */
export function adWritingSystem(texts: string, language: string, known: readonly WritingSystem[]): WritingSystem {
  const counts = countsOf(texts, known);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const { script: spoken } = new Intl.Locale(language).maximize();
  const own = counts.find(
    ({ writingSystem, count }) => count > 0 && count * 4 >= all && writingSystem.codes.includes(spoken ?? ''),
  );
  return own === undefined || own.writingSystem === latin ? mainWritingSystem(texts, known) : own.writingSystem;
}

/** Returns the writing system of most letters, the first of equals; Latin for a text without known letters. */
export function mainWritingSystem(text: string, known: readonly WritingSystem[]): WritingSystem {
  const most = countsOf(text, known).reduce((best, next) => (next.count > best.count ? next : best));
  return most.count === 0 ? latin : most.writingSystem;
}

function countsOf(text: string, known: readonly WritingSystem[]): { writingSystem: WritingSystem; count: number }[] {
  const letters = Array.from(text);
  return known.map((writingSystem) => ({
    writingSystem,
    count: weightOf(writingSystem) * letters.filter((letter) => writingSystem.pattern.test(letter)).length,
  }));
}

/** Returns every writing system in a text. Each letter counts for the first one that has it. */
export function writingSystemsIn(text: string, known: readonly WritingSystem[]): WritingSystem[] {
  const owners = Array.from(text, (letter) => known.find(({ pattern }) => pattern.test(letter)));
  return known.filter((writingSystem) => owners.includes(writingSystem));
}

/**
 * Returns the direction of a text. A text with right-to-left letters in a right-to-left ad is right-to-left, whatever
 * its first letter is. Otherwise the direction of most letters decides, on a tie the first letter (Unicode bidi P2),
 * without letters the direction of the ad.
 */
export function directionOf(
  text: string,
  main: WritingSystem,
  known: readonly WritingSystem[],
): WritingSystem['direction'] {
  const directions = Array.from(text, (letter) => known.find(({ pattern }) => pattern.test(letter))?.direction);
  const letters = directions.filter((direction) => direction !== undefined);
  const toLeft = letters.filter((direction) => direction === 'rtl').length;
  if (main.direction === 'rtl' && toLeft > 0) return 'rtl';
  if (toLeft * 2 === letters.length) return letters[0] ?? main.direction;
  return toLeft * 2 > letters.length ? 'rtl' : 'ltr';
}
