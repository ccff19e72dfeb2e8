import { headOf, indefinite, isCountable, isPlural } from './nouns.ts';
import { lowered, raised, type Claim } from './claim.ts';
import type { Subject } from './subject.ts';
import { baseForm, isThirdPerson, isUserVerb, startsObject } from './verbs.ts';

const adverb = /^(?:never|also|even|always|easily|quickly|gently|only|just|still)$/iu;

/** Returns a predicate for its subject: `keeps` for a bottle, `keep` for socks. */
export function agreeing(words: string, isPluralSubject: boolean): string {
  if (!isPluralSubject) return words;
  const tokens = words.split(' ');
  return tokens
    .map((token, at) => {
      const isVerb = (at === 0 || (at === 1 && adverb.test(tokens[0] ?? '')) || /^(?:and|but)$/u.test(tokens[at - 1] ?? '')) && (isThirdPerson(tokens, at) || /^(?:has|is|does)$/u.test(token));
      return isVerb ? plural(token) : token;
    })
    .join(' ');
}

const plural = (verb: string): string => ({ has: 'have', is: 'are', does: 'do' })[verb.toLowerCase()] ?? baseForm(verb) ?? verb;

/** Returns a noun phrase with its article, if it needs one: `a 30-hour battery`, `recycled steel`. */
export function withArticle(words: string): string {
  if (startsObject(words.split(' ')[0]) && !/^\d/u.test(words)) return words;
  if (/^\d+(?:[.,]\d+)?(?:%|\s)/u.test(words)) return words;
  const head = headOf(words.split(/\s+(?:for|with|in|of|that|on|from|to|by|at|and|made|built)\s/iu)[0] ?? words);
  if (isPlural(head) || !isCountable(head)) return words;
  const small = lowered(words);
  return `${indefinite(small)} ${small}`;
}

/** How a predicate names its subject. */
export type Naming = 'name' | 'pronoun';

export const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? raised(text) : `${raised(text)}.`);

/** Returns a claim as a spoken sentence. */
export function said({ form, words }: Claim, subject: Subject, naming: Naming): string {
  if (form === 'predicate') return sentence(`${subjectWord(subject, naming)} ${agreeing(words, subject.isPlural)}`);
  if (form === 'thing') return sentence(withArticle(words));
  if (form === 'definition') return sentence(`${subjectWord(subject, naming)} ${subject.isPlural ? 'are' : 'is'} ${withArticle(words)}`);
  return sentence(words);
}

const subjectWord = (subject: Subject, naming: Naming): string =>
  naming === 'name' ? subject.inSentence : subject.isPlural ? 'They' : 'It';

/** Returns two predicates as one sentence: `It weighs 198 grams and dries overnight.` */
export function saidTogether(first: Claim, second: Claim, subject: Subject, naming: Naming): string {
  return sentence(
    `${subjectWord(subject, naming)} ${agreeing(first.words, subject.isPlural)} and ${agreeing(second.words, subject.isPlural)}`,
  );
}

/**
 * Returns a predicate as an invitation, if the user does what the verb says: `Keep water cold for 24 hours`. Undefined
 * if the product does it alone (`weighs`, `fits`).
 */
export function asCommand({ form, words }: Claim): string | undefined {
  if (form !== 'predicate') return undefined;
  const [verb = '', next, ...rest] = words.split(' ');
  const base = baseForm(verb);
  if (base === undefined || next === undefined) return undefined;
  if (/^(?:lets?|allows?)$/iu.test(verb) && next === 'you') return raised(rest.join(' ').replace(/^to /u, ''));
  if (!isUserVerb(base) || next === 'it' || next === 'them' || next === 'all') return undefined;
  if (base === 'keep' && next === 'you') return raised(`stay ${rest.join(' ')}`);
  if (base === 'save' && next === 'you') return raised(`save ${rest.join(' ')}`);
  if (next === 'you' || /^(?:up|down|off|on|through|out|in|to|with|at|for|from)$/u.test(next)) return undefined;
  return raised(`${base} ${[next, ...rest].join(' ')}`);
}

/** Returns a predicate as a question: `What keeps water cold for 24 hours?` */
export const asQuestion = ({ form, words }: Claim): string | undefined =>
  form === 'predicate' && words.split(' ').length <= 9 ? `What ${words}?` : undefined;
