import { byName, type WritingSystem, writingSystems } from './writing-systems.ts';

/**
 * Returns all writing systems, in the order in which the writing system of a letter is looked up. A Han character
 * belongs to several writing systems; the one that fits these texts and their language comes before the others.
 */
export function writingSystemsOf(texts: string, language: string): WritingSystem[] {
  const han = hanWritingSystem(texts, language);
  const alphabets = writingSystems.filter(({ isEastAsian }) => isEastAsian !== true);
  return [...new Set([...alphabets, han, ...writingSystems])];
}

/**
 * Returns the main writing system of an ad. The writing system of the ad's language is chosen if at least a quarter of
 * the letters belong to it, so that Latin names do not change the direction of an Arabic ad. Otherwise the writing
 * system with the most letters is chosen.
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
 * Returns the writing system with the most letters in a text. If several have equally many letters, the first of them
 * is returned. Returns Latin for a text without known letters.
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

export function writingSystemsIn(text: string, known: readonly WritingSystem[]): WritingSystem[] {
  const owners = Array.from(text, (letter) => known.find(({ pattern }) => pattern.test(letter)));
  return known.filter((writingSystem) => owners.includes(writingSystem));
}

/**
 * Returns the reading direction of a text; that of the ad if the text has no letters. In a right-to-left ad, any
 * right-to-left letter makes a text right-to-left. Otherwise the direction of most letters decides or, if both
 * directions have equally many letters, that of the first letter (Unicode bidirectional algorithm, rule P2).
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
 * Returns one writing system for all Han characters of an ad, because the shape of these characters differs by country.
 * It is Japanese if the texts contain kana, else Korean if they contain Hangul. Otherwise the language of the ad
 * decides.
 */
function hanWritingSystem(texts: string, language: string): WritingSystem {
  if (kana.test(texts)) return byName.japanese;
  if (hangul.test(texts)) return byName.korean;
  const { language: spoken, script } = new Intl.Locale(language).maximize();
  if (spoken === 'ja') return byName.japanese;
  if (spoken === 'ko') return byName.korean;
  return script === 'Hant' ? byName['chinese-traditional'] : byName['chinese-simplified'];
}
