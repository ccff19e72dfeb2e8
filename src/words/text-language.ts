import { eld } from 'eld/extrasmall';
import { baseOf, canBeIn, writings } from './writing.ts';

/** Language of a longer text, such as the words of a page. */
export interface TextLanguage {
  language: string;
  /** True if the text is long enough to trust it more than a declared language. */
  isClear: boolean;
  /** Returns how well a language fits, from 0 to 1 for the language of the text. */
  fit: (language: string) => number;
}

/** Number of letters that a text needs before its language is judged, and before the judgement is clear. */
const lettersMin = { any: 20, clear: 100 };
/** Number of characters of a text that are examined. */
const charactersMax = 12_000;

/**
 * The detector has one language for Bokmål and Nynorsk. It knows no Indonesian, and reports Malay, which is so similar
 * that the word lists of Indonesian serve both.
 */
const otherNames: Readonly<Record<string, string>> = { no: 'nb', nn: 'nb', ms: 'id' };

/** Returns the name under which this module reports a language. */
export const knownAs = (tag: string): string => otherNames[baseOf(tag)] ?? baseOf(tag);

interface Detected {
  language: string;
  /** Number of letters of the text. */
  letters: number;
  isReliable: boolean;
  fit: (language: string) => number;
}

/** Returns the language of a text with letters: by its writing if only one language uses it, else by its n-grams. */
function detect(text: string): Detected | undefined {
  const letters = text.match(/\p{L}/gu) ?? [];
  if (letters.length === 0) return undefined;
  const writing = writings.find(
    (one) => letters.filter((letter) => one.letters.test(letter)).length >= letters.length * one.shareMin,
  );
  if (writing?.isOwn === true) {
    const language = baseOf(writing.language);
    return {
      language,
      letters: letters.length,
      isReliable: true,
      fit: (other) => (baseOf(other) === language ? 1 : 0),
    };
  }
  const result = eld.detect(text);
  const scores = new Map(Object.entries(result.getScores()).map(([tag, score]) => [knownAs(tag), score]));
  const top = Math.max(...scores.values());
  const fit = (other: string): number => (scores.get(knownAs(other)) ?? 0) / top;
  const language = result.language === '' ? writing?.language : knownAs(result.language);
  const isReliable = letters.length >= lettersMin.any && result.isReliable();
  return language === undefined ? undefined : { language, letters: letters.length, isReliable, fit };
}

/** Returns the language of a longer text. Returns undefined if the text is too short or mixed. */
export function textLanguage(raw: string): TextLanguage | undefined {
  const text = raw.slice(0, charactersMax).normalize('NFC');
  const detected = detect(text);
  if (detected?.isReliable !== true || detected.letters < lettersMin.any) return undefined;
  return { language: detected.language, isClear: detected.letters >= lettersMin.clear, fit: detected.fit };
}

/** A text whose expected language fits at least so well is taken to be in it: related languages share most n-grams. */
const expectedFitMin = 0.85;

/**
 * Returns the language that a single text is most likely written in; `null` if that cannot be decided. Returns the
 * expected language if the text may well be in it.
 */
export function languageOfText(text: string, expected: string): string | null {
  const detected = detect(text);
  if (detected === undefined || !canBeIn(expected, text)) return detected?.language ?? null;
  if (detected.fit(expected) >= expectedFitMin) return baseOf(expected);
  return detected.isReliable ? detected.language : null;
}

/**
 * Returns the language of a single text if it is clear; `null` otherwise. A short Latin text on a page in other letters,
 * such as the name of a product, is not clear.
 */
export function clearLanguage(text: string, expected: string): string | null {
  const isForeign = !canBeIn(expected, text) && writings.every(({ letters }) => !letters.test(text));
  return isForeign ? (textLanguage(text)?.language ?? null) : languageOfText(text, expected);
}

/** Reports whether a text is in a language, or in none that is clear. */
export function mayBeIn(language: string, text: string): boolean {
  if (!canBeIn(language, text)) return false;
  const own = languageOfText(text, language);
  return own === null || knownAs(own) === knownAs(language);
}
