import { arabic } from './arabic.ts';
import { cyrillic } from './cyrillic.ts';
import { devanagari } from './devanagari.ts';
import { chineseSimplified, chineseTraditional, hanScript, japanese, korean } from './east-asian.ts';
import { greek } from './greek.ts';
import { hebrew } from './hebrew.ts';
import { latin } from './latin.ts';
import type { Script } from './script.ts';
import { thai } from './thai.ts';

const alphabets: readonly Script[] = [latin, cyrillic, greek, arabic, hebrew, thai, devanagari];
const eastAsian: readonly Script[] = [japanese, korean, chineseSimplified, chineseTraditional];

/** Add a script: its file here, its name to `ScriptName`, a font that has it. */
export const scripts: readonly Script[] = [...alphabets, ...eastAsian];

/** The scripts that an ad of these words may be set in: of those with Han characters only the one that the words call for. */
export function scriptsOf(texts: string, language: string): Script[] {
  const han = hanScript(texts, language);
  return [...alphabets, han, ...eastAsian.filter((script) => script !== han)];
}

/** An East Asian letter says as much as two of an alphabet. */
const weightOf = (script: Script): number => (eastAsian.includes(script) ? 2 : 1);

/**
 * The script that an ad is set in: that of its language if a quarter of the letters are, so that names in Latin letters do
 * not turn an Arabic ad round; else the one most letters are in.
 */
export function adScript(texts: string, language: string, known: readonly Script[]): Script {
  const counts = countsOf(texts, known);
  const all = counts.reduce((sum, { count }) => sum + count, 0);
  const { script: spoken } = new Intl.Locale(language).maximize();
  const own = counts.find(({ script, count }) => count > 0 && count * 4 >= all && script.codes.includes(spoken ?? ''));
  return own === undefined || own.script === latin ? mainScript(texts, known) : own.script;
}

/** The script most of a text is in, the first of equals; Latin where it has no letters, or none we know. */
export function mainScript(text: string, known: readonly Script[]): Script {
  const most = countsOf(text, known).reduce((best, next) => (next.count > best.count ? next : best));
  return most.count === 0 ? latin : most.script;
}

function countsOf(text: string, known: readonly Script[]): { script: Script; count: number }[] {
  const letters = Array.from(text);
  return known.map((script) => ({
    script,
    count: weightOf(script) * letters.filter((letter) => script.pattern.test(letter)).length,
  }));
}

/** Every script that a text has letters of, each letter counted for the first that has it. */
export function scriptsIn(text: string, known: readonly Script[]): Script[] {
  const owners = Array.from(text, (letter) => known.find(({ pattern }) => pattern.test(letter)));
  return known.filter((script) => owners.includes(script));
}

/**
 * The direction of a text. One with right-to-left letters in a right-to-left ad reads that way, whatever it begins with;
 * else the direction of most of its letters holds; on a tie the first letter decides (Unicode bidi P2); without letters the
 * ad's direction holds.
 */
export function directionOf(text: string, main: Script, known: readonly Script[]): Script['direction'] {
  const directions = Array.from(text, (letter) => known.find(({ pattern }) => pattern.test(letter))?.direction);
  const letters = directions.filter((direction) => direction !== undefined);
  const toLeft = letters.filter((direction) => direction === 'rtl').length;
  if (main.direction === 'rtl' && toLeft > 0) return 'rtl';
  if (toLeft * 2 === letters.length) return letters[0] ?? main.direction;
  return toLeft * 2 > letters.length ? 'rtl' : 'ltr';
}
