import { letterCount } from './count.ts';
import { graphemes } from './graphemes.ts';
import { hyphenateIn } from './hyphenation/hyphenate.ts';
import { cutMark, type Joint, jointsOf, type JointsOptions } from './hyphenation/joints.ts';
import { compoundsIn } from './hyphenation/compounds.ts';
import { softHyphenParts } from './hyphenation/soft-hyphens.ts';
import { unspaced, unspacedBreaks, type UnspacedBreaks } from './unspaced-phrases.ts';

export interface Phrase {
  text: string;
  glued: boolean;
  parts: string[];
  /** Places where a line may end inside the phrase if the phrase is wider than a line. */
  joints: readonly Joint[];
  /** What a line shows at its end if the phrase is cut there because it has no joints: a hyphen or nothing. */
  cutMark: '-' | '';
}

export type Breaker = (text: string) => Phrase[];

const whole = { joints: [], cutMark: '' } as const;
const spaces: Breaker = (text) =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => ({ text: word, glued: false, parts: graphemes(word), ...whole }));

/**
 * Returns the function that splits texts in a language at possible line breaks. Most texts break at spaces; Chinese,
 * Japanese and Thai break between phrases, but never where the Unicode line breaking rules (UAX #14) forbid a break,
 * such as before a comma. The rules, and the hyphenation patterns for long words, are loaded only for texts that need
 * them. `softHyphens` are words of these texts in which the author of the text has put soft hyphens.
 */
export async function breakerFor(
  texts: string,
  language: string,
  softHyphens: readonly string[] = [],
): Promise<Breaker> {
  const breaker = await phraseBreaker(texts, language);
  if (!breaker(texts).some(({ text }) => isLong(text))) return breaker;
  const options: JointsOptions = {
    hyphenate: await hyphenateIn(language),
    given: given(softHyphens),
    compounds: compoundsIn(language),
  };
  return (text) =>
    breaker(text).map((phrase) =>
      isLong(phrase.text)
        ? { ...phrase, joints: jointsOf(phrase.text, options), cutMark: cutMark(phrase.text) }
        : phrase,
    );
}

/** Minimum number of letters of a word that may be wider than a line. */
const longLettersMin = 8;
const isLong = (word: string): boolean => letterCount(word) >= longLettersMin && !unspaced.test(word);

function given(softHyphens: readonly string[]): JointsOptions['given'] {
  const parts = softHyphenParts(softHyphens);
  return (word) => parts.get(word);
}

async function phraseBreaker(texts: string, language: string): Promise<Breaker> {
  if (!unspaced.test(texts)) return spaces;
  const breaks = await unspacedBreaks(language);
  return (text) =>
    spaces(text).flatMap((phrase) => (unspaced.test(phrase.text) ? phrasesIn(phrase.text, breaks) : [phrase]));
}

function phrasesIn(text: string, { phrasesOf, mayBreak }: UnspacedBreaks): Phrase[] {
  const isAllowed = mayBreak(text);
  let start = 0;
  return phrasesOf(text).map(({ text: phrase, joints }, at) => {
    const from = start;
    start += phrase.length;
    return {
      text: phrase,
      glued: at > 0,
      parts: partsOf(phrase, (offset) => isAllowed(from + offset)),
      joints,
      cutMark: '',
    };
  });
}

function partsOf(phrase: string, mayBreak: (offset: number) => boolean): string[] {
  const parts: string[] = [];
  let offset = 0;
  for (const grapheme of graphemes(phrase)) {
    const before = parts.at(-1);
    if (before === undefined || (mayBreak(offset) && !/[เแโใไ]$/u.test(before))) parts.push(grapheme);
    else parts.splice(-1, 1, before + grapheme);
    offset += grapheme.length;
  }
  return parts;
}
