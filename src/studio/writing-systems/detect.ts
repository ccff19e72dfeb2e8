import { byName, type WritingSystem, writingSystems } from './writing-systems.ts';

/**
 * Returns all writing systems in the order in which they are tried for the texts of an ad. Among the writing systems
 * with Han characters, the one that fits these texts comes first.
 */
export function writingSystemsOf(texts: string, language: string): WritingSystem[] {
  const han = hanWritingSystem(texts, language);
  const alphabets = writingSystems.filter(({ isEastAsian }) => isEastAsian !== true);
  return [...new Set([...alphabets, han, ...writingSystems])];
}

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
  return own === undefined || own.writingSystem === byName.latin ? mainWritingSystem(texts, known) : own.writingSystem;
}

/**
 * Returns the writing system of most letters of a text; if several have equally many letters, the first of them. Latin
 * for a text without known letters.
 */
export function mainWritingSystem(text: string, known: readonly WritingSystem[]): WritingSystem {
  const most = countsOf(text, known).reduce((best, next) => (next.count > best.count ? next : best));
  return most.count === 0 ? byName.latin : most.writingSystem;
}

function countsOf(text: string, known: readonly WritingSystem[]): { writingSystem: WritingSystem; count: number }[] {
  const letters = Array.from(text);
  return known.map((writingSystem) => ({
    writingSystem,
    count:
      (writingSystem.isEastAsian === true ? 2 : 1) *
      letters.filter((letter) => writingSystem.pattern.test(letter)).length,
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

const kana = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const hangul = /\p{Script=Hangul}/u;

/**
 * Returns the writing system for the Han characters of an ad. The shapes of these characters differ by country, so one
 * choice holds for all of the copy: Japanese if there is kana, else Korean if there is Hangul, else the choice of the
 * language tag, else simplified Chinese.
 */
function hanWritingSystem(texts: string, language: string): WritingSystem {
  if (kana.test(texts)) return byName.japanese;
  if (hangul.test(texts)) return byName.korean;
  const { language: spoken, script } = new Intl.Locale(language).maximize();
  if (spoken === 'ja') return byName.japanese;
  if (spoken === 'ko') return byName.korean;
  return script === 'Hant' ? byName['chinese-traditional'] : byName['chinese-simplified'];
}
