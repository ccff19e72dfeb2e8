import { letterCount } from './count.ts';
import { graphemes } from './graphemes.ts';
import { hyphenateIn } from './hyphenation/hyphenate.ts';
import { cutMark, type Joint, jointsOf, type JointsOptions } from './hyphenation/joints.ts';
import { compoundsIn } from './hyphenation/compounds.ts';
import { softHyphenParts } from './hyphenation/soft-hyphens.ts';

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

const han = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}ー`;
const unspaced = new RegExp(String.raw`[${han}\p{Script=Thai}]`, 'u');
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
  const { Rules } = await import('@cto.af/linebreak');
  const rules = new Rules({ example7: true });
  const words = new Intl.Segmenter(language, { granularity: 'word' });
  const allowed = (word: string) => new Set(Array.from(rules.breaks(word), ({ position }) => position));
  return (text) =>
    spaces(text).flatMap((phrase) =>
      unspaced.test(phrase.text) ? phrasesOf(phrase.text, allowed(phrase.text), words) : [phrase],
    );
}

function phrasesOf(text: string, allowed: ReadonlySet<number>, words: Intl.Segmenter): Phrase[] {
  const phrases: string[] = [];
  for (const { segment, index } of words.segment(text)) {
    const before = phrases.at(-1);
    const mayBreak = allowed.has(index) || isBetweenThai(text, index);
    if (before === undefined || (mayBreak && !belongTogether(before, segment))) phrases.push(segment);
    else phrases.splice(-1, 1, before + segment);
  }
  let start = 0;
  return phrases.map((phrase, at) => {
    const parts = partsOf(phrase, (offset) => allowed.has(start + offset) || isBetweenThai(phrase, offset));
    start += phrase.length;
    return { text: phrase, glued: at > 0, parts, ...whole };
  });
}

/**
 * Reports whether a Thai text may break at a position between two Thai characters. UAX #14 (the Unicode line breaking
 * rules) does not cover Thai, so the possible breaks come from a dictionary of words. Marks of repetition and
 * abbreviation stay with the word before them.
 */
const isBetweenThai = (text: string, at: number): boolean =>
  /\p{Script=Thai}$/u.test(text.slice(0, at)) && /^(?![ๆฯ])\p{Script=Thai}/u.test(text.slice(at));

const joins: [before: RegExp, after: RegExp][] = [
  // Japanese endings and particles, and Chinese particles, are kept on the same line as the word before them.
  [/[^、。！？，；：]$/u, /^(?![おご]$)\p{Script=Hiragana}{1,2}$/u],
  [/\p{Script=Han}$/u, /^[的了吗嗎呢吧着著过過们們地得之啊呀]$/u],
  // A number is kept on the same line as the counter word after it, and a foreign word on the same line as its suffix.
  // A prefix is kept on the same line as the number or word after it.
  [/[\p{N}\p{Script=Latin}%％\p{Script=Katakana}ー]$/u, /^\p{Script=Han}$/u],
  [/\p{N}$/u, /^[\p{Script=Han}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u],
  [/[第约約仅僅只全满滿毎每近超]$/u, /^\p{N}/u],
  [/^[おご]$/u, /^[\p{Script=Han}\p{Script=Hiragana}]/u],
  // A word that is not in the dictionary of `Intl.Segmenter` is split into single Han characters, which are joined
  // again here.
  [/(?:^|\P{Script=Han})\p{Script=Han}{1,3}$/u, /^\p{Script=Han}$/u],
];

const belongTogether = (before: string, after: string): boolean =>
  joins.some(([ends, begins]) => ends.test(before) && begins.test(after));

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
