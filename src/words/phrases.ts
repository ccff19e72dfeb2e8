import { fold } from './fold.ts';
import { languages, type Language } from './languages.ts';
import { once } from '../domain/once.ts';
import { readWords, type WordListName } from './word-lists.ts';

/**
 * Tests whether a text, as returned by `fold`, is one of the phrases of a list. The phrases of all languages are
 * tested, because many pages declare a language other than that of their words.
 */
export interface Phrases {
  /**
   * Reports whether a text is equal to a phrase. A wildcard directly after a word is ignored: `search` equals
   * `search*`.
   */
  isExactly: (folded: string) => boolean;
  /**
   * Like `isExactly`, but also accepts a text that matches a phrase whose wildcard is a word of its own, as in `choose
   * your *`.
   */
  isFirmly: (folded: string) => boolean;
  /** Reports whether a text matches any phrase, with all its wildcards. */
  isLike: (folded: string) => boolean;
}

const unspaced: ReadonlySet<Language> = new Set(['ja', 'ko', 'zh']);

export const phrases = once((list: WordListName): Phrases => compiled(list, languages));

const phrasesByLanguage = once(
  (list: WordListName): ReadonlyMap<Language, Phrases> =>
    new Map(languages.map((language) => [language, compiled(list, [language])])),
);

/** Returns the languages of a list in which a text, as returned by `fold`, matches a phrase. */
export const languagesOfPhrase = (list: WordListName, folded: string): Language[] =>
  [...phrasesByLanguage(list)].flatMap(([language, { isLike }]) => (isLike(folded) ? [language] : []));

function compiled(list: WordListName, among: readonly Language[]): Phrases {
  const all = among.flatMap((language) => readWords(list, language).map((entry) => ({ entry, language })));
  const bare = all.map(({ entry }) => entry.replace(/(?<=[^\s*#])\*$/, ''));
  const exact = new Set(bare.flatMap((entry) => (isPattern(entry) ? [] : [fold(entry)])));
  const patterns = all.filter(({ entry }) => isPattern(entry));
  const firm = patterns.filter(({ entry, language }) => unspaced.has(language) || !/[^\s#]\*|\*[^\s#]/u.test(entry));
  const [anyPattern, firmPattern] = [oneOf(patterns.map(({ entry }) => entry)), oneOf(firm.map(({ entry }) => entry))];
  return {
    isExactly: (folded) => exact.has(folded),
    isFirmly: (folded) => exact.has(folded) || firmPattern.test(folded),
    isLike: (folded) => exact.has(folded) || anyPattern.test(folded),
  };
}

/** Returns the words of a list by language, folded. */
export const wordsByLanguage = once(
  (list: WordListName): ReadonlyMap<string | undefined, ReadonlySet<string>> =>
    new Map(languages.map((language) => [language, new Set(readWords(list, language).map(fold))])),
);

/**
 * Returns a function that reports whether a text, as returned by `fold`, contains any word of the list. A `*` after a
 * word stands for any ending. A `*` before a word finds the word anywhere in the text, for languages without spaces.
 */
export const wordTest = once((list: WordListName): ((folded: string) => boolean) => {
  const entries = languages.flatMap((language) => readWords(list, language));
  const sought = entries.map((entry) =>
    entry.startsWith('*') ? fold(entry) : ` ${fold(entry)}${entry.endsWith('*') ? '' : ' '}`,
  );
  return (folded) => {
    const padded = ` ${folded} `;
    return sought.some((word) => padded.includes(word));
  };
});

const isPattern = (entry: string): boolean => /[*#]/.test(entry);

/** Matches any of the entries, and nothing if there are none. */
const oneOf = (entries: string[]): RegExp =>
  entries.length === 0 ? /(?!)/u : new RegExp(`^(?:${entries.map((entry) => bodyOf(entry, '.*')).join('|')})$`, 'u');

/**
 * Returns the regular expression for a phrase. `fold` leaves no characters that are special in a regular expression, so
 * none must be escaped.
 */
const bodyOf = (entry: string, wildcard: string): string =>
  entry
    .split(/([*#])/)
    .map((part) => (part === '*' ? wildcard : part === '#' ? String.raw`\d+(?: \d+)?` : folded(part)))
    .join('');

const folded = (part: string): string => {
  const [, before = '', inner = '', after = ''] = /^(\s*)(.*?)(\s*)$/.exec(part) ?? [];
  return before + fold(inner) + after;
};
