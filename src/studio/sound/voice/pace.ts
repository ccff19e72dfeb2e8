import { spokenText } from '../../../speech/english/spoken-text.ts';

/** Letters, with spaces, that a voice speaks in a second at its natural rate. Measured over twenty sentences of ads. */
const lettersPerSecond = 17;
/** Pauses at punctuation inside a sentence, counted in letters. */
const lettersPerPause = 3;

/** Silence before the first and after the last word of a scene, in seconds. */
export const airSeconds = 0.25;
/** Silence between two sentences of a scene, in seconds. */
export const pauseSeconds = 0.22;
/** Highest factor of the natural rate at which a scene may be spoken. */
export const speedMax = 1.15;

/** Returns the sentences of a text. */
export const sentencesOf = (text: string, language: string): string[] =>
  Array.from(new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text), ({ segment }) =>
    segment.trim(),
  ).filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));

/** Returns the length of a text when spoken, in letters. */
export function spokenLetters(text: string, language: string): number {
  const spoken = new Intl.Locale(language).language === 'en' ? spokenText(text) : text;
  return spoken.length + lettersPerPause * (spoken.match(/[,;:—…]/gu)?.length ?? 0);
}

/** Returns about how many seconds a voice needs for a text, with the air around it. 0 for a text without words. */
export function spokenSeconds(text: string, language: string): number {
  const sentences = sentencesOf(text, language);
  if (sentences.length === 0) return 0;
  const letters = sentences.reduce((sum, sentence) => sum + spokenLetters(sentence, language), 0);
  return letters / lettersPerSecond + (sentences.length - 1) * pauseSeconds + 2 * airSeconds;
}
