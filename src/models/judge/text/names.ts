import { once } from '../../../domain/once.ts';
import { fold } from '../../../words/fold.ts';
import { wordSets } from '../../../words/word-sets.ts';
import { sentences } from '../../../words/words.ts';
import { baseOf } from '../../../words/writing.ts';

/** Returns the names in a text that no source has, as phrases. */
export function unsupportedNames(text: string, sources: readonly string[], language: string): string[] {
  const base = baseOf(language);
  const known = new Set(sources.flatMap((source) => fold(source).split(' ')));
  const joined = sources.map((source) => fold(source).replaceAll(' ', ''));
  return sentences(text, language)
    .flatMap((sentence) => namesIn(sentence, base))
    .filter((name) => !capitalised(base).has(name) && !isKnown(fold(name), known, joined))
    .map((name) => `the name "${name}"`);
}

const cased = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}]/u;
/** A word. The letter of a currency such as `R$` is none. */
const word = /[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}'’&-]*(?!\p{Sc})/gu;
/** Writing systems without capital letters. A Latin word in them is a name. */
const uncased: ReadonlySet<string> = new Set(['ar', 'fa', 'he', 'hi', 'ja', 'ko', 'th', 'ur', 'zh']);

function namesIn(sentence: string, language: string): string[] {
  const words = [...sentence.matchAll(word)];
  const names = words.filter(({ 0: text, index }, at) => {
    if (!cased.test(text)) return false;
    // In German, nouns have capital letters too. What has one inside is a name, such as `CloudFit`, or has digits.
    if (language === 'de') return /^\p{Lu}?\p{Ll}+\p{Lu}|^\p{L}+\d/u.test(text);
    if (uncased.has(language)) return /^\p{Lu}[\p{L}\d]{2}/u.test(text);
    const isFirst = at === 0 || /[:•·|/("“«„–—-]\s*$/u.test(sentence.slice(0, index));
    return /^\p{Lu}/u.test(text) ? !isFirst : /^\p{Ll}+[\p{Lu}\d]/u.test(text);
  });
  return isTitle(words, names.length, language) ? [] : names.map(([name]) => name.replace(/['’]s?$/u, ''));
}

/** Minimum number of capitalised words after the first word of a title in which all long words have capital letters. */
const titleWordsMin = 3;

/** Reports whether a sentence has a capital letter in every long word, as English titles, or only capital letters. */
function isTitle(words: readonly RegExpExecArray[], names: number, language: string): boolean {
  const long = words.filter(([text]) => text.length >= 4);
  if (long.length > 1 && long.every(([text]) => text === text.toUpperCase())) return true;
  return language === 'en' && names >= titleWordsMin && long.every(([text]) => /^\p{Lu}/u.test(text));
}

/** Returns words of a language with a capital letter that are no names: days, months and forms of address. */
const capitalised = once((language: string): ReadonlySet<string> => {
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2024, month, month + 1)));
  const named = (['weekday', 'month'] as const).flatMap((part) =>
    days.map((day) => new Intl.DateTimeFormat(language, { [part]: 'long', timeZone: 'UTC' }).format(day)),
  );
  return new Set([
    ...named,
    ...named.map((name) => `${name}s`),
    ...(wordSets('claims', 'courtesy').get(language) ?? []),
  ]);
});

/** Number of letters from which on the ending of a name does not count. */
const inflectedMin = 5;

/** `joined` are the sources without spaces, for compounds such as `Heimtrainer` and names in languages without spaces. */
function isKnown(name: string, known: ReadonlySet<string>, joined: readonly string[]): boolean {
  if (name.split(' ').every((part) => known.has(part))) return true;
  const stem = name.replaceAll(' ', '');
  if (stem.length < inflectedMin) return false;
  return joined.some((source) => source.includes(stem.slice(0, Math.max(4, stem.length - 2))));
}
