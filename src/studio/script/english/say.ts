import { indefinite } from '../../../domain/indefinite.ts';
import { headOf, isCountable, isPlural } from './nouns.ts';
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
      const isVerb =
        (at === 0 || (at === 1 && adverb.test(tokens[0] ?? '')) || /^(?:and|but)$/u.test(tokens[at - 1] ?? '')) &&
        (isThirdPerson(tokens, at) || /^(?:has|is|does)$/u.test(token));
      return isVerb ? plural(token) : token;
    })
    .join(' ');
}

const plural = (verb: string): string =>
  ({ has: 'have', is: 'are', does: 'do' })[verb.toLowerCase()] ?? baseForm(verb) ?? verb;

/** Returns a noun phrase with its article, if it needs one: `a 30-hour battery`, `recycled steel`. */
export function withArticle(words: string): string {
  if (startsObject(words.split(' ')[0]) && !/^\d/u.test(words)) return words;
  if (/^\d+(?:[.,]\d+)?(?:%|\s)/u.test(words)) return words;
  const head = headOf(words.split(/\s+(?:for|with|in|of|that|on|from|to|by|at|and|made|built)\s/iu)[0] ?? words);
  if (isPlural(head) || !isCountable(head)) return words;
  const small = lowered(words);
  return `${indefinite(small)} ${small}`;
}

/** Way in which a sentence names the product: by its name or by a pronoun. */
export type Naming = 'name' | 'pronoun';

export const sentence = (text: string): string => (/[.!?…]$/u.test(text) ? raised(text) : `${raised(text)}.`);

/** Returns a claim as a spoken sentence. */
export function said({ form, words }: Claim, subject: Subject, naming: Naming): string {
  if (form === 'predicate') return sentence(`${subjectWord(subject, naming)} ${agreeing(words, subject.isPlural)}`);
  if (form === 'thing') return sentence(withArticle(words));
  if (form === 'definition')
    return sentence(`${subjectWord(subject, naming)} ${subject.isPlural ? 'are' : 'is'} ${withArticle(words)}`);
  return sentence(words);
}

const subjectWord = (subject: Subject, naming: Naming): string =>
  naming === 'name' ? subject.inSentence : subject.isPlural ? 'They' : 'It';

/** Returns predicates as one sentence: `It weighs 198 grams and dries overnight.` */
export function saidTogether(claims: readonly Claim[], subject: Subject, naming: Naming): string {
  const predicates = claims.map(({ words }) => agreeing(words, subject.isPlural));
  return sentence(`${subjectWord(subject, naming)} ${predicates.join(' and ')}`);
}

/**
 * Returns a predicate as an invitation, if the user does what the verb says: `Keep water cold for 24 hours`. Undefined
 * if the product does it alone (`weighs`, `fits`).
 */
export function asCommand({ form, words }: Claim): string | undefined {
  const [verb = '', object, ...rest] = words.split(' ');
  const base = form === 'predicate' ? baseForm(verb) : undefined;
  if (base === undefined || object === undefined || rest.length === 0) return undefined;
  if (object === 'you') return toReader(base, rest);
  const canBeAsked = isUserVerb(base) && !noObject.test(object);
  return canBeAsked ? raised([base, object, ...rest].join(' ')) : undefined;
}

const noObject =
  /^(?:it|them|all|up|down|off|on|through|out|in|to|with|by|at|for|from|into|over|back|around|away|onto|under|between|against)$/u;

/**
 * Returns what a product does for `you` as an invitation to the viewer: `Stay dry` for `keeps you dry`, `Plan your
 * week` for `lets you plan your week`.
 */
function toReader(base: string, rest: readonly string[]): string | undefined {
  if (base === 'let' || base === 'allow') return raised(rest.join(' ').replace(/^to /u, ''));
  if (base === 'keep') return raised(['stay', ...rest].join(' '));
  return base === 'save' ? raised(['save', ...rest].join(' ')) : undefined;
}

/** Returns a predicate as a question: `What keeps water cold for 24 hours?` */
export const asQuestion = ({ form, words }: Claim): string | undefined =>
  form === 'predicate' && words.split(' ').length <= 9 ? `What ${words}?` : undefined;
