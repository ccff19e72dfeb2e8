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

/** The script most of a text is in, the first of equals; Latin where it has no letters, or none we know. */
export function mainScript(text: string, known: readonly Script[]): Script {
  const letters = Array.from(text);
  const counted = known.map((script) => ({
    script,
    count: weightOf(script) * letters.filter((letter) => script.pattern.test(letter)).length,
  }));
  const most = counted.reduce((best, next) => (next.count > best.count ? next : best));
  return most.count === 0 ? latin : most.script;
}

/** Every script that a text has letters of, each letter counted for the first that has it. */
export function scriptsIn(text: string, known: readonly Script[]): Script[] {
  const owners = Array.from(text, (letter) => known.find(({ pattern }) => pattern.test(letter)));
  return known.filter((script) => owners.includes(script));
}

/** The direction of a text: that of the whole ad if the text has letters of it, else that of its own letters (Unicode bidi P2). */
export function directionOf(text: string, main: Script, known: readonly Script[]): Script['direction'] {
  const directions = Array.from(text, (letter) => known.find(({ pattern }) => pattern.test(letter))?.direction);
  const own = directions.filter((direction) => direction !== undefined);
  return own.includes(main.direction) ? main.direction : (own[0] ?? main.direction);
}
