import { wordCount } from '../text/count.ts';
import { baseOf } from './text-language.ts';

/** Silence in seconds before and after the voice of a scene. */
export const airSeconds = 0.25;
/** Rate of the voice that scripts in English are planned for. 140 to 165 words a minute sound natural. */
const wordsPerSecond = 160 / 60;
const syllablesPerSecond = 4.8;
const sentencePauseSeconds = 0.25;

/**
 * Characters per second of a calm advertising voice. Letters of alphabets; syllables in Korean; characters in Chinese; in
 * Japanese kana, where a Han character counts as two. Combining marks do not count.
 */
const charactersPerSecond: Record<string, number> = {
  de: 13.5, nl: 13.5, sv: 13.5, da: 14, nb: 13.5, fr: 14.5, es: 14.5, it: 14.5, pt: 14, pl: 13.5, cs: 13, fi: 14,
  tr: 13, ru: 13, uk: 13, el: 13.5, ar: 10.5, fa: 11, he: 10.5, hi: 10.5, th: 11, ja: 7.5, zh: 4.3, ko: 5.4,
};
const otherRate = 13;

/** Returns the estimated duration in seconds of a spoken text at a natural rate, without the air around the voice. */
export function spokenSeconds(text: string, language: string): number {
  if (text === '') return 0;
  const base = baseOf(language);
  const pauses = sentencePauseSeconds * (text.match(/[.!?…:;。！？।؟](?=\s*\S)/gu)?.length ?? 0);
  if (base === 'en') {
    return pauses + Math.max(spokenWords(text) / wordsPerSecond, syllables(text) / syllablesPerSecond);
  }
  return pauses + spokenCharacters(text, base) / (charactersPerSecond[base] ?? otherRate);
}

/** Returns the number of words of an English text when its numbers are spoken. Words of a number are spoken faster. */
export function spokenWords(text: string): number {
  return text
    .split(/\s+/u)
    .filter((token) => /[\p{L}\p{N}&]/u.test(token))
    .reduce((sum, token) => sum + (/\d/u.test(token) ? 0.8 * numberWords(token) : 1), 0);
}

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
  return words.reduce((sum, word) => sum + (/\d/u.test(word) ? 1.4 * numberWords(word) : wordSyllables(word)), 0);
}

const wordSyllables = (word: string): number =>
  Math.max(1, word.replace(/(?<=[^aeiouy]{1}[^l])e$|(?<=[^aeiouytd])ed$/u, '').match(/[aeiouyà-ÿ]+/gu)?.length ?? 1);

function spokenCharacters(text: string, base: string): number {
  const digits = text.match(/\d/gu)?.length ?? 0;
  const perDigit = base === 'ja' ? 2.4 : base === 'zh' || base === 'ko' ? 1.4 : 5;
  const symbols = text.match(/[%€$£¥°]/gu)?.length ?? 0;
  const letters = text.replace(/\p{M}/gu, '').match(/\p{L}/gu) ?? [];
  const han = base === 'ja' ? letters.filter((letter) => /\p{Script=Han}/u.test(letter)).length : 0;
  const spaces = /^(?:ja|zh|ko|th)$/u.test(base) ? 0 : (text.match(/\s/gu)?.length ?? 0);
  return letters.length + han * 0.9 + spaces + digits * perDigit + symbols * perDigit;
}

export const screenWordsMax = 6;

/** Returns the time in seconds that a viewer needs to read the texts of a scene, which are shown one after the other. */
export function readingSeconds(onScreenText: string): number {
  const texts = onScreenText.split('\n').filter((text) => text !== '');
  return texts.reduce((sum, text) => sum + 0.35 * wordCount(text) + 0.5, 0);
}
