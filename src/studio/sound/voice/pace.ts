import { spokenText } from '../../../speech/english/spoken-text.ts';
import { baseOf } from '../../../words/writing.ts';

/**
 * Characters, with spaces, that a voice speaks in a second at its natural rate. The rate of English was measured with
 * the built-in voice: over twenty sentences of ads, the estimate is 0.98 of the spoken time (0.69 to 1.10). The program
 * has no voice for the other languages: their rates are those of a calm voice and were not measured. Characters are
 * letters in alphabets, syllables in Korean, characters in Chinese, and kana in Japanese, where a Han character counts
 * as two kana.
 */
const charactersPerSecond: Record<string, number> = {
  en: 17,
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
/** Pause at punctuation inside a sentence, in seconds. */
const clausePauseSeconds = 0.18;

/** Silence before the first and after the last word of a scene, in seconds. */
export const airSeconds = 0.25;
/** Silence between two sentences of a scene, in seconds. */
export const pauseSeconds = 0.22;
/** Highest factor of the natural rate at which a scene may be spoken. */
export const speedMax = 1.15;

/** Sentence segmenters by language. They are kept because creating one is expensive. */
const segmenters = new Map<string, Intl.Segmenter>();

function segmenterFor(language: string): Intl.Segmenter {
  const made = segmenters.get(language) ?? new Intl.Segmenter(language, { granularity: 'sentence' });
  segmenters.set(language, made);
  return made;
}

/** Returns the sentences of a text. */
export const sentencesOf = (text: string, language: string): string[] =>
  Array.from(segmenterFor(language).segment(text), ({ segment }) => segment.trim()).filter((sentence) =>
    /[\p{L}\p{N}]/u.test(sentence),
  );

/** Returns about how many seconds a voice needs for a text at its natural rate. 0 for a text without words. */
export function spokenSeconds(text: string, language: string): number {
  const sentences = sentencesOf(text, language);
  if (sentences.length === 0) return 0;
  const spoken = sentences.reduce((sum, sentence) => sum + sentenceSeconds(sentence, baseOf(language)), 0);
  return spoken + (sentences.length - 1) * pauseSeconds;
}

/** Returns about how many seconds a scene needs for its voice-over, with the air around it. 0 without words. */
export function voicedSeconds(text: string, language: string): number {
  const seconds = spokenSeconds(text, language);
  return seconds === 0 ? 0 : seconds + 2 * airSeconds;
}

function sentenceSeconds(sentence: string, base: string): number {
  const text = base === 'en' ? spokenText(sentence) : sentence;
  const pauses = text.match(/[,;:—…،、，；：]/gu)?.length ?? 0;
  const characters = base === 'en' ? text.length : spokenCharacters(text, base);
  return characters / (charactersPerSecond[base] ?? otherRate) + clausePauseSeconds * pauses;
}

/** Length of the spoken name of one digit or of one symbol such as `%`, in letters or syllables, by language. */
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
