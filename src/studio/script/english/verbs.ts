import { lazily } from '../../../domain/once.ts';
import { isWord, wordSets } from '../../../words/word-sets.ts';

/**
 * Reports whether the list of English words has a word under a label. A form in -s of a plain verb is hardly ever a noun; that of
 * a noun-like verb may be one.
 */
const hasLabel = (label: string, word: string): boolean => isWord('english', label, word);

const irregularThird: Record<string, string> = { go: 'goes', do: 'does', have: 'has' };

function third(base: string): string {
  const irregular = irregularThird[base];
  if (irregular !== undefined) return irregular;
  if (/(?:[sxz]|ch|sh)$/u.test(base)) return `${base}es`;
  return /[^aeiou]y$/u.test(base) ? `${base.slice(0, -1)}ies` : `${base}s`;
}

const baseOfThird = lazily((): ReadonlyMap<string, string> => {
  const bases = ['plain-verb', 'noun-like-verb'].flatMap((label) => [...(wordSets('english', label).get('en') ?? [])]);
  return new Map([...bases, 'have', 'do'].map((base) => [third(base), base]));
});

/** Reports whether a word is the third person of a verb that is hardly ever a noun. */
function isPlainThird(word: string): boolean {
  const base = baseOfThird().get(word) ?? '';
  return hasLabel('plain-verb', base) && !hasLabel('noun-like-verb', base);
}

/** Reports whether a word is a verb that has an imperative. */
const isCommand = (word: string): boolean =>
  (hasLabel('plain-verb', word) || hasLabel('noun-like-verb', word) || hasLabel('command', word)) &&
  !hasLabel('stative-verb', word);

const bare = (word: string | undefined): string =>
  (word ?? '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}'’%€$£-]/gu, '')
    .replace(/’/gu, "'");

/** Reports whether a word can begin the object of a verb. */
export const startsObject = (word: string | undefined): boolean =>
  hasLabel('determiner', bare(word)) || /^[€$£]?\d/u.test(bare(word));

/** Reports whether `words[at]` is a verb in the third person (`keeps`). Words that may be plural nouns need an object. */
export function isThirdPerson(words: readonly string[], at: number): boolean {
  const word = bare(words[at]);
  if (!baseOfThird().has(word) || /[,;:.]$/u.test(words[at] ?? ''))
    return isPlainThird(word) && at === words.length - 1;
  if (isPlainThird(word)) return true;
  const next = bare(words[at + 1]);
  if (startsObject(next)) return !/^(?:that|which)$/u.test(next);
  if (at === 0) return hasLabel('always-verb', word) || /^(?:through|up|off|out|away|into|under)$/u.test(next);
  return hasLabel('always-verb', word) && hasLabel('particle', next);
}

/**
 * Reports whether a word may be a verb in the third person. Returns true also for a word that may be a noun, such as
 * `covers`.
 */
export const mayBeThirdPerson = (word: string | undefined): boolean => baseOfThird().has(bare(word));

/** Returns the third person of a known verb (`stay` gives `stays`); undefined for other words. */
export const thirdPerson = (word: string): string | undefined => {
  const form = third(bare(word));
  return baseOfThird().has(form) ? form : undefined;
};

/** Returns the base form of a verb in the third person; undefined if it is not known. */
export const baseForm = (word: string): string | undefined => baseOfThird().get(bare(word));

export const isAuxiliary = (word: string | undefined): boolean => hasLabel('auxiliary', bare(word));

/** Reports whether a text begins with a verb in the imperative and its object: `Plan your week`, `Say goodbye to`. */
export function isImperative(words: readonly string[]): boolean {
  const [first, second] = [bare(words[0]), words[1]];
  if (/^(?:just|never|don't|simply)$/u.test(first)) return isImperative(words.slice(1));
  if (!isCommand(first) || second === undefined) return false;
  if (/^(?:or|and)$/u.test(bare(second))) return isCommand(bare(words[2]));
  return startsObject(second) || canTake(first, second);
}

/** Reports whether a verb can be followed by a word that is not a determiner: `speak Spanish`, `turn off`, `get tickets`. */
function canTake(verb: string, next: string): boolean {
  if (hasLabel('proper-object', verb)) return true;
  if (hasLabel('particle', bare(next))) return !hasLabel('noun-before', verb);
  return hasLabel('free-imperative', verb) && /^\p{Ll}/u.test(next);
}

/**
 * Reports whether a verb says what a user does with the help of a product. `Keeps your floor dry` may be said as `Keep
 * your floor dry`.
 */
export const isUserVerb = (base: string): boolean => hasLabel('user-verb', base);
