import { fold } from './fold.ts';
import { refersBack } from './rules.ts';
import { sentences } from './words.ts';

/**
 * Returns the sentences of a text that can stand alone. A text of a single sentence needs no full stop. In a longer
 * text, a sentence without a full stop was probably cut off, so it is left out.
 */
export function wholeSentences(text: string, language: string): string[] {
  const all = sentences(text, language);
  if (all.length <= 1) return all;
  return all.filter((sentence, at) => endsAsSentence(sentence) && (at === 0 || !refersBack(sentence, language)));
}

/** Reports whether a text ends with a full stop or another mark that ends sentences. */
export const endsAsSentence = (text: string): boolean => /[.!?。！？؟।…]["”»’)]?$/u.test(text);

/** Returns the share (0 to 1) of the words of a text that occur in another text too. */
export function sharedWords(text: string, other: string): number {
  const known = new Set(fold(other).split(' '));
  const words = fold(text).split(' ');
  return words.filter((word) => known.has(word)).length / words.length;
}

/** Share of shared words above which a text repeats another. */
const repeatedMin = 0.75;

/** Number of words from which on a text that begins with them repeats them. A name of fewer words may begin a sentence. */
const beginningMin = 3;

/** Reports whether a text says nearly the same as another, or begins with it. */
export function repeats(text: string, other: string): boolean {
  if (other === '') return false;
  const [said, known] = [fold(text), fold(other)];
  const begins = known.split(' ').length >= beginningMin && said.startsWith(`${known} `);
  return begins || said === known || sharedWords(text, other) > repeatedMin;
}
