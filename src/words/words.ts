import type { SourcedText } from '../schema/brand.ts';
import { hasPhrase } from './templates.ts';
import { isWord } from './word-sets.ts';

/** Counts words. In writing systems without spaces, such as Chinese, two characters count as one word. */
export function wordCount(text: string): number {
  const unspaced = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  const spaced = text.match(/[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+/gu)?.length ?? 0;
  return spaced + Math.ceil(unspaced / 2);
}

/** Returns the width of a text in columns: two for a character as wide as Chinese and Japanese ones, else one. */
export function columnCount(text: string): number {
  const wide = text.match(/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu)?.length ?? 0;
  return Array.from(text).length + wide;
}

/** Maximum number of words of a title of a section. */
const labelWordsMax = 3;

/** Reports whether a text is as short as the title of a section: at most three words, and not a short sentence. */
export function isLabel(text: string): boolean {
  const words = wordCount(text);
  return words <= 1 || (words <= labelWordsMax && !/[.!?。！？…]["”»’)]?$/u.test(text.trim()));
}

export function sentences(text: string, language: string): string[] {
  const segmenter = new Intl.Segmenter(language, { granularity: 'sentence' });
  return text
    .split(/[\r\n•‣▪●]/u)
    .flatMap((line) =>
      [...segmenter.segment(line)].reduce<string[]>((done, { segment }) => withSegment(done, segment, language), []),
    )
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

/**
 * Reports whether a text ends with the full stop of an abbreviation or a single letter, not with that of a sentence.
 * `No.` is an abbreviation only before a number.
 */
function endsAbbreviated(text: string, next: string): boolean {
  const [, initial, word] = /(?:^|[\s(])(?:(\p{L}\.)\s)?([\p{L}.]+)\.\s*$/u.exec(text) ?? [];
  if (word === undefined || (word === 'No' && !/^\s*\p{Nd}/u.test(next))) return false;
  const forms = initial === undefined ? [word] : [word, `${initial} ${word}`];
  return (
    /(?:^|\.)\p{L}$/u.test(word) ||
    forms.some((form) => [form, form.toLowerCase()].some((each) => isWord('phrase-words', 'abbreviation', each)))
  );
}

/** Joins parts of a text that were divided after an abbreviation. */
export const withAbbreviations = (parts: readonly string[]): string[] =>
  parts.reduce<string[]>((done, part) => {
    const last = done.at(-1);
    return last !== undefined && endsAbbreviated(last, part)
      ? [...done.slice(0, -1), `${last} ${part}`]
      : [...done, part];
  }, []);

/** Languages that write an ordinal number with a full stop: `seit der 7. Generation`. */
const dottedOrdinals = /^(?:de|da|nb|nn|no|cs|sk|pl|fi|et|hu|sl|hr|sr|tr|is|lv)\b/i;

function withSegment(done: string[], segment: string, language: string): string[] {
  const last = done.at(-1);
  if (last === undefined) return [segment];
  const isOpen =
    endsAbbreviated(last, segment) || (dottedOrdinals.test(language) && /(?:^|\s)\d{1,2}\.\s*$/.test(last));
  return isOpen ? [...done.slice(0, -1), last + segment] : [...done, segment];
}

export function isSame(a: string, b: string): boolean {
  return plain(a) === plain(b);
}

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Reports whether a text says nothing of its own, such as a phrase of many ads, a welcome, or the title of a section. */
export const isHollow = (text: string): boolean => hasPhrase('page-words', 'hollow', text);

export const textsOf = (list: readonly SourcedText[]): string[] =>
  list.map(({ text }) => text.replace(/\s+/g, ' ').trim());
