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

/** All writing systems. To add one, list its file here, add its name to `WritingSystemName`, and add a font for it. */
export const writingSystems: readonly WritingSystem[] = [...alphabets, ...eastAsian];

/**
 * Returns all writing systems in the order in which they are tried for the texts of an ad. Among the writing systems
 * with Han characters, the one that fits these texts comes first.
 */
export function writingSystemsOf(texts: string, language: string): WritingSystem[] {
  const han = hanWritingSystem(texts, language);
  return [...alphabets, han, ...eastAsian.filter((writingSystem) => writingSystem !== han)];
}

/**
 * Returns the weight of a letter when letters are counted. A letter of an East Asian writing system carries about as
 * much meaning as two letters of an alphabet.
 */
const weightOf = (writingSystem: WritingSystem): number => (eastAsian.includes(writingSystem) ? 2 : 1);

/**
 * Returns the writing system of an ad: the writing system of the ad's language if a quarter of the letters use it, so
 * that Latin names do not change the direction of an Arabic ad; else the writing system of most letters.
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

/**
 * Returns the writing system of most letters of a text; if several have equally many letters, the first of them. Latin
 * for a text without known letters.
 */
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

/** Returns every writing system in a text. A letter that several writing systems have counts for the first of them. */
export function writingSystemsIn(text: string, known: readonly WritingSystem[]): WritingSystem[] {
  const owners = Array.from(text, (letter) => known.find(({ pattern }) => pattern.test(letter)));
  return known.filter((writingSystem) => owners.includes(writingSystem));
}

/**
 * Returns the direction of a text. A text with right-to-left letters in a right-to-left ad is right-to-left, whatever
 * its first letter is. Otherwise the direction of most letters decides; on a tie, the direction of the first letter
 * (Unicode bidi P2). A text without letters has the direction of the ad.
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
