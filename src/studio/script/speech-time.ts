import { wordCount } from '../text/count.ts';
import { baseOf } from './text-language.ts';

/** Rate of the voice in English: at most 165 words a minute, fewer if the words are long or are figures. */
const wordsPerSecond = 162 / 60;
const syllablesPerSecond = 4.5;
const sentencePauseSeconds = 0.25;

/**
 * Characters per second of a calm advertising voice. Letters of alphabets; syllables in Korean; characters in Chinese; in
 * Japanese kana, where a Han character counts as two. Combining marks do not count.
 */
const charactersPerSecond: Record<string, number> = {
  de: 15,
  nl: 15,
  sv: 15,
  da: 15,
  nb: 15,
  fr: 16,
  es: 16,
  it: 16,
  pt: 15.5,
  pl: 14,
  cs: 14,
  fi: 14.5,
  tr: 14,
  ru: 14.5,
  uk: 14.5,
  el: 15,
  ar: 12,
  fa: 12,
  he: 12,
  hi: 12,
  th: 12,
  ja: 8,
  zh: 4.7,
  ko: 6,
};
const otherRate = 14;

/** Returns the estimated duration in seconds of a spoken text at a natural rate, without the air around the voice. */
export function spokenSeconds(text: string, language: string): number {
  if (text === '') return 0;
  const base = baseOf(language);
  const pauses = sentencePauseSeconds * (text.match(/[.!?…:;。！？।؟](?=\s*\S)/gu)?.length ?? 0);
  if (base === 'en') {
    return pauses + Math.max(wordsIn(text) / wordsPerSecond, syllables(text) / syllablesPerSecond);
  }
  return pauses + spokenCharacters(text, base) / (charactersPerSecond[base] ?? otherRate);
}

const wordsIn = (text: string): number => text.split(/\s+/u).filter((token) => /[\p{L}\p{N}&]/u.test(token)).length;

/** Number of words in a token with digits: `24` two, `99.9%` five, `$239` four. A hyphenated number counts as two. */
function numberWords(token: string): number {
  const groups = token.replace(/(?<=\d),(?=\d{3})/gu, '').match(/\d+|[.,:/](?=\d)|[%€$£¥°+]|\p{L}{2,}/gu) ?? [];
  return groups.reduce((sum, group) => sum + (/^\d+$/u.test(group) ? integerWords(group) : 1), 0);
}

function integerWords(digits: string): number {
  if (Number(digits) <= 20 || digits.length === 1) return 1;
  if (digits.length === 2) return digits.endsWith('0') ? 1 : 2;
  return /^\d0+$/u.test(digits) ? 2 : digits.length;
}

/** Estimates syllables by groups of vowels; a silent final e does not count. */
function syllables(text: string): number {
  const words = text.toLowerCase().match(/[a-zà-ÿ]+|\d[\d.,]*/gu) ?? [];
  return words.reduce((sum, word) => sum + (/\d/u.test(word) ? 1.5 * numberWords(word) : wordSyllables(word)), 0);
}

const wordSyllables = (word: string): number =>
  Math.max(1, word.replace(/(?<=[^aeiouy]{1}[^l])e$|(?<=[^aeiouytd])ed$/u, '').match(/[aeiouyà-ÿ]+/gu)?.length ?? 1);

/** Letters, or syllables, that the name of one digit or of one symbol such as `%` takes. */
const perDigit: Record<string, number> = { ja: 2.4, zh: 1.4, ko: 1.4 };
const lettersPerDigit = 4.5;
const unspaced = new Set(['ja', 'zh', 'ko', 'th']);

function spokenCharacters(text: string, base: string): number {
  const figures = text.match(/[\d%€$£¥°]/gu)?.length ?? 0;
  const letters = text.replace(/\p{M}/gu, '').match(/\p{L}/gu) ?? [];
  const han = base === 'ja' ? letters.filter((letter) => /\p{Script=Han}/u.test(letter)).length : 0;
  const spaces = unspaced.has(base) ? 0 : (text.match(/\s/gu)?.length ?? 0);
  return letters.length + han * 0.9 + spaces + figures * (perDigit[base] ?? lettersPerDigit);
}

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
