import { isWord } from '../../../words/word-sets.ts';
import { headOf } from './nouns.ts';
import { mainVerb } from './main-verb.ts';
import { baseForm, isImperative, isThirdPerson, thirdPerson } from './verbs.ts';

/**
 * Grammatical form of a claim:
 * - `predicate`: verb in the third person with the product as its subject: `keeps water cold`.
 * - `state`: can follow `It is`: `made in Portugal`.
 * - `definition`: noun phrase that says what the product is: `a light shoe for long roads`.
 * - `thing`: noun phrase that names a part or an advantage: `30-hour battery`.
 * - `command`: imperative: `plan your week in minutes`.
 * - `question` and `sentence`: complete as they are.
 */
export type ClaimForm = 'predicate' | 'state' | 'definition' | 'thing' | 'command' | 'question' | 'sentence';

export interface Claim {
  form: ClaimForm;
  /** Words of the claim without a full stop. A predicate has no subject. */
  words: string;
}

/** Words that may stand for the product as the subject of a sentence. */
export interface Reference {
  names: readonly string[];
  /** Nouns for the kind of product, such as `bottle`. */
  heads: readonly string[];
}

export function claimOf(statement: string, product: Reference): Claim | undefined {
  const words = statement.split(' ');
  if (statement.endsWith('?')) return { form: 'question', words: statement };
  return (
    predicateOfDefinition(statement, product) ??
    predicateWithSubject(words, product) ??
    predicateOfPronoun(words) ??
    (isBarePredicate(words) ? { form: 'predicate', words: lowered(statement) } : undefined) ??
    (isImperative(words) ? { form: 'command', words: statement } : undefined) ??
    withoutSubject(statement, words)
  );
}

function withoutSubject(statement: string, words: readonly string[]): Claim | undefined {
  if (mainVerb(words) > 0 || /^(?:we|you|they|i)\b/iu.test(statement)) return sentenceOf(statement, words);
  if (state.test(statement)) return { form: 'state', words: lowered(statement) };
  return /^(?:that|which|who|and|or|but|than|because|to)\b/iu.test(statement)
    ? undefined
    : { form: 'thing', words: statement };
}

/**
 * Returns a statement as a complete sentence. A sentence that begins with a pronoun such as `They` or `These` is no
 * claim, because the sentence before it, which the pronoun refers to, may not be in the film.
 */
function sentenceOf(statement: string, words: readonly string[]): Claim | undefined {
  if (/^(?:they|these|those|he|she|that|which|who|i|and|or|but|than|because|to)\b/iu.test(statement)) return undefined;
  return words.length < 3 ? undefined : { form: 'sentence', words: statement };
}

/**
 * Returns what a definition says that the product does: `softens dry skin` for `A light serum that softens dry skin`.
 */
function predicateOfDefinition(statement: string, { heads }: Reference): Claim | undefined {
  const [, noun = '', does = ''] = /^(?:an?|the) ([^,]{3,50}?) (?:that|which) (.+)$/iu.exec(statement) ?? [];
  const isProductNoun = noun.split(' ').length <= 5 && heads.includes(headOf(noun));
  return isProductNoun && isBarePredicate(does.split(' ')) ? { form: 'predicate', words: does } : undefined;
}

const adverb = /^(?:never|also|even|always|easily|quickly|gently|only|just|still)$/iu;

function isBarePredicate(words: readonly string[]): boolean {
  return isThirdPerson(words, adverb.test(words[0] ?? '') ? 1 : 0);
}

function predicateWithSubject(words: readonly string[], product: Reference): Claim | undefined {
  const at = mainVerb(words);
  if (at < 1) return undefined;
  const from = adverb.test(words[at - 1] ?? '') ? at - 1 : at;
  if (!isProduct(words.slice(0, from).join(' '), product)) return undefined;
  const rest = words.slice(at + 1).join(' ');
  const verb = (words[at] ?? '').toLowerCase();
  if (verb === 'is' || verb === 'are') return copula(rest);
  if (verb === 'has' || baseForm(verb) !== undefined) return { form: 'predicate', words: words.slice(from).join(' ') };
  return undefined;
}

/**
 * Returns the predicate of a sentence about `It` or `They`, in the singular so that it fits the name of the product:
 * `stays dry` for `They stay dry`.
 */
function predicateOfPronoun([subject = '', ...words]: readonly string[]): Claim | undefined {
  const before = words.slice(0, adverb.test(words[0] ?? '') ? 1 : 0);
  const [verb = '', ...rest] = words.slice(before.length);
  const form = verbAfter(subject, verb);
  if (form === undefined || rest.length === 0) return undefined;
  return { form: 'predicate', words: [...before, form, ...rest].join(' ') };
}

/**
 * Returns the verb after a pronoun in the third person. Any word in -s after `It` counts as a verb, even an unknown
 * one.
 */
function verbAfter(pronoun: string, word: string): string | undefined {
  if (/^they$/iu.test(pronoun)) return thirdPerson(word);
  return /^it$/iu.test(pronoun) && /[a-z]{2}[^s]s$/u.test(word) ? word : undefined;
}

function copula(rest: string): Claim {
  if (/^(?:an?|the|our)\s/iu.test(rest)) return { form: 'definition', words: rest };
  return { form: 'state', words: rest };
}

/**
 * Reports whether the subject of a sentence is the product: a pronoun, the name of the product, or its kind (`the
 * bottle`, `our headphones`).
 */
function isProduct(subject: string, { names, heads }: Reference): boolean {
  const bare = subject
    .toLowerCase()
    .replace(/^(?:the|this|our|each|every|these)\s+(?:all-new\s+|new\s+)?/u, '')
    .replace(/[®™,]/gu, '');
  if (/^(?:it|they|this)$/iu.test(subject)) return true;
  if (names.some((name) => bare === name.toLowerCase())) return true;
  return (
    bare !== subject.toLowerCase() &&
    bare.split(' ').length <= 4 &&
    !/\b(?:of|for|in|and)\b/u.test(bare) &&
    heads.includes(headOf(bare))
  );
}

const state =
  /^(?:not |no longer )?(?:hand[- ]?\w+(?:ed|wn|en)|home-?\w+|made|built|cut|sewn|woven|grown|knit|spun|\p{L}+(?:ed|proof|resistant|free|safe|washable|friendly))(?: (?:in|by|for|from|with|without|to|at|on|of|under|and|slowly|gently|fresh|daily|using|only|entirely|over|into|within|twice|once|flat|overnight|the same day)\b.*)?$|^(?:perfect|ideal|great|good|essential|convenient|suitable|ready|safe|easy|free|high|low|rich|soft|gentle|tough|kind|big|small|open|available|comfortable|light|water resistant|waterproof) (?:for|to|on|in|of|from|as|enough)\b/iu;

/** Returns a text with a small first letter, unless its first word is a name or an abbreviation. */
export function lowered(text: string): string {
  const [first = ''] = text.split(/[\s-]/u);
  const isProper = /^\p{Lu}/u.test(first) && isWord('english', 'proper', first.replace(/\P{L}+$/u, '').toLowerCase());
  if (isProper || /\d/u.test(first) || /^.\p{Lu}/u.test(first) || first === 'I') return text;
  return text.charAt(0).toLowerCase() + text.slice(1);
}

export const raised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
