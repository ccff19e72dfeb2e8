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

/** Add a writing system: its file here, its name to `WritingSystemName`, a font that has it. */
export const writingSystems: readonly WritingSystem[] = [...alphabets, ...eastAsian];

/** The writing systems that an ad of these words may be set in: of those with Han characters only the one that the words call for. */
export function writingSystemsOf(texts: string, language: string): WritingSystem[] {
  const han = hanWritingSystem(texts, language);
  return [...alphabets, han, ...eastAsian.filter((writingSystem) => writingSystem !== han)];
}

/** An East Asian letter says as much as two of an alphabet. */
const weightOf = (writingSystem: WritingSystem): number => (eastAsian.includes(writingSystem) ? 2 : 1);

/**
 * The writing system that an ad is set in: that of its language if a quarter of the letters are, so that names in Latin letters do
 * not turn an Arabic ad round; else the one most letters are in.
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

/** The writing system most of a text is in, the first of equals; Latin where it has no letters, or none we know. */
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

/** Every writing system that a text has letters of, each letter counted for the first that has it. */
export function writingSystemsIn(text: string, known: readonly WritingSystem[]): WritingSystem[] {
  const owners = Array.from(text, (letter) => known.find(({ pattern }) => pattern.test(letter)));
  return known.filter((writingSystem) => owners.includes(writingSystem));
}

/**
 * The direction of a text. One with right-to-left letters in a right-to-left ad reads that way, whatever it begins with;
 * else the direction of most of its letters holds; on a tie the first letter decides (Unicode bidi P2); without letters the
 * ad's direction holds.
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
