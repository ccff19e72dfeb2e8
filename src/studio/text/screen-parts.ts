import { withAbbreviations } from '../../words/words.ts';
import { isWord, wordSets } from '../../words/word-sets.ts';
import { letterCount, wordCount } from './count.ts';

interface Length {
  words: number;
  letters: number;
}

/** Two sentences of this length together are shown together. */
const together: Length = { words: 6, letters: 42 };
/** A sentence of this length is read at a glance, so it is never divided. */
const glance: Length = { words: 8, letters: 48 };
/** Maximum length of a text that is shown at once. A longer one would need too small letters. */
const longest: Length = { words: 18, letters: 110 };
export const screenLettersMax = longest.letters;

const fits = (text: string, { words, letters }: Length): boolean =>
  wordCount(text) <= words && letterCount(text) <= letters;

/** Reports whether a text is read at a glance. */
export const fitsGlance = (text: string): boolean => fits(text, glance);

/** Reports whether a text is short enough to be shown at once, in small letters if need be. */
export const fitsScreen = (text: string): boolean => fits(text, longest);

/**
 * Returns the parts of a text that the screen shows one after another. Guarantee: a part begins and ends where its words
 * stand alone. A sentence is divided only if it is long, and only at a semicolon, a colon, a dash or a comma between
 * two phrases that are complete. All other sentences stay whole, in smaller letters. A part may be too long for
 * `fitsScreen`.
 */
export function screenParts(text: string, language: string): string[] {
  const sentences = text
    .split(sentenceEnd)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
  return joinedWhile(withAbbreviations(sentences), together, spaceIn(text)).flatMap((sentence) =>
    clausesOf(sentence, language),
  );
}

const sentenceEnd = /(?<=[.!?…؟।][”»"’]?)\s+(?!\p{Ll})|(?<=[。！？][」』）”]?)(?![」』）”])\s*/gu;

/** Texts in Chinese and Japanese have no space between two sentences. */
const spaceIn = (text: string): string => (/[。！？]\S/u.test(text) ? '' : ' ');

function joinedWhile(parts: readonly string[], length: Length, space: string): string[] {
  return parts.reduce<string[]>((kept, part) => {
    const last = kept.at(-1);
    const both = `${last ?? ''}${space}${part}`;
    return last !== undefined && fits(both, length) ? [...kept.slice(0, -1), both] : [...kept, part];
  }, []);
}

const mark = /(?<=[;:؛]|\s[–—])\s+|(?<=[；：])/gu;
const comma = /(?<=[,，])\s*/gu;

/** Divides a long sentence where both parts stand alone, as evenly as possible, and its long parts again. */
function clausesOf(sentence: string, language: string): string[] {
  if (fits(sentence, glance)) return [sentence];
  const base = language.toLowerCase().split('-')[0] ?? '';
  const ways = [...divisionsAt(mark, sentence, isPhrase), ...commaDivisions(sentence, base)];
  const [best] = ways.toSorted((a, b) => longer(a) - longer(b));
  return best === undefined ? [sentence] : best.flatMap((part) => clausesOf(part, language));
}

type Division = readonly [string, string];

const longer = (parts: Division): number => Math.max(...parts.map(letterCount));

function divisionsAt(
  where: RegExp,
  text: string,
  isWhole: (part: string, at: 'first' | 'second') => boolean,
): Division[] {
  return [...text.matchAll(where)]
    .map(({ index, 0: space }): Division => [text.slice(0, index), text.slice(index + space.length)])
    .filter(([first, second]) => isWhole(first, 'first') && isWhole(second, 'second'));
}

/** A label before a colon is no phrase. */
const isPhrase = (part: string): boolean => wordCount(part) >= 3;

/**
 * Divides at a comma, unless the second part begins with a word that begins a phrase that does not stand alone: a
 * conjunction, a relative pronoun or a preposition. A language without a list of these words has no divisions at commas.
 */
function commaDivisions(sentence: string, base: string): Division[] {
  const openers = wordSets('phrase-words', 'opener').get(base);
  if (openers === undefined) return [];
  if (base === 'zh') {
    const opens = (part: string): boolean => [1, 2].some((length) => openers.has(part.slice(0, length)));
    return divisionsAt(comma, sentence, (part) => wordCount(part) >= 2 && !opens(part));
  }
  // A second comma is a sign of a list or of an insertion.
  if ([...sentence.matchAll(/,\s/gu)].length !== 1) return [];
  return divisionsAt(/(?<=,)\s+/gu, sentence, (part, at) => {
    const [first = '', ...words] = part.toLowerCase().split(' ');
    const isList = at === 'second' && words.slice(0, 4).some((word) => isWord('phrase-words', 'joining', word));
    return isPhrase(part) && !openers.has(first) && !isList && !/^\p{L}+ing$/u.test(first);
  });
}
