import { mainVerb } from './main-verb.ts';
import { isUnfinished } from './unfinished.ts';
import { isAuxiliary, isImperative, isThirdPerson, mayBeThirdPerson, thirdPerson } from './verbs.ts';

/**
 * Ends of a sentence that may be dropped, because they add to the claim and do not limit it. An end with a condition
 * (`if`, `on orders over`, `up to`) is kept, because the sentence without it would claim too much.
 */
const optionalEnds = [
  /,? (?:so|so that) (?:you|your|it|they|nothing|no|everyone|the) .*$/iu,
  /,? (?:making|giving|allowing|letting|ensuring|helping|providing|offering|leaving|keeping|bringing|creating) .*$/iu,
  /, (?:which|whether|because|even|plus|just right|without|thanks to|from the) .*$/iu,
  /, (?:perfect|ideal|great|suitable|crafted|made|built|designed|featuring|known|offering|complete|packed) (?:for|with|from|in|by|to|of|as)? ?.*$/iu,
  / thanks to .*$/iu,
  /,? while (?!stocks?\b|supplies\b).*$/iu,
  /, (?:from|on) \d{1,2}\b.* (?:january|february|march|april|may|june|july|august|september|october|november|december)\b.*$/iu,
  / for (?:years|generations) to come$/iu,
];
const condition =
  /\b(?:if|when|unless|except|only|excluding|orders?|over|minimum|terms|conditions|selected|members?|first|with code|code|until|stocks?|supplies|subject to|after|before|as long as|at least|up to|from [€$£]?\d)\b|\*/iu;

/** Parts that begin a sentence and may stand alone or be left out: `Made from steel, it lasts`. */
const openings =
  /^((?:made|built|designed|crafted|woven|knitted|handmade|inspired|powered|with|thanks to|at|from|weighing|featuring|whether|if|when|for)\b[^,]{3,80}), ((?:it|they|this|the|our|each|every|you|we|its|your)\b.+)$/iu;

/**
 * Splits an English sentence into statements that can each stand alone: clauses, items of a list, a label and what it
 * introduces. The words of each part are unchanged and in the original order.
 */
export function statements(sentence: string): string[] {
  const bare = sentence
    .replace(/\s*\([^()]*\)/gu, '')
    .replace(/\s*[.!…]+$/u, '')
    .trim();
  if (bare.endsWith('?')) return [bare];
  return bare
    .split(/\s*[;|]\s*|\s+[–—]\s+|\s+-\s+|(?<=\p{Ll})—(?=\p{L})/u)
    .flatMap(labelled)
    .flatMap(withOpening)
    .flatMap(clauses)
    .flatMap(shortened)
    .flatMap(items)
    .map((part) => part.replace(/^(?:and|but|plus|so|also|then)\s+/iu, '').replace(/[,\s]+$/u, ''))
    .filter((part) => part !== '');
}

/**
 * Returns the statements in a text with a label and a colon: `four-wheel suspension` for `Smooth ride: four-wheel
 * suspension`. A label of three words or more is a statement too. A text with at most two words after the colon, such
 * as `Warranty: 2 years`, gives none.
 */
function labelled(part: string): string[] {
  const [, label = '', rest = ''] = /^([^:]{2,40}):\s+(.+)$/u.exec(part) ?? [];
  if (rest === '') return [part];
  return rest.split(' ').length <= 2 ? [] : [...(label.split(' ').length >= 3 ? [label] : []), rest];
}

function withOpening(part: string): string[] {
  const [, opening = '', rest = ''] = openings.exec(part) ?? [];
  if (rest === '') return [part];
  if (/^(?:if|when|for)\b/iu.test(opening)) return [part];
  return /^(?:whether|thanks|at|from|with)\b/iu.test(opening) ? [rest] : [rest, opening];
}

const wordsMax = 9;

/**
 * Removes the end of a long statement if `optionalEnds` has a pattern for it. An end that can stand alone, such as
 * `ideal for long trips`, becomes a statement of its own.
 */
function shortened(part: string): string[] {
  if (part.split(' ').length <= wordsMax) return [part];
  for (const end of optionalEnds) {
    const found = end.exec(part);
    if (found === null || found.index < 8 || isUnfinished(part.slice(0, found.index))) continue;
    if (condition.test(found[0]) && !isDate(found[0])) continue;
    const rest = found[0].replace(/^,\s*/u, '');
    return [...shortened(part.slice(0, found.index)), ...(ownEnd.test(rest) ? [rest] : [])];
  }
  return [part];
}

const ownEnd = /^(?:perfect|ideal|great|suitable|crafted|made|built|designed|packed) (?:for|with|from|in|by|of)\b/iu;

const isDate = (end: string): boolean => /^, (?:from|on) \d/u.test(end);

/**
 * Splits before a coordinate verb (`closes with one hand | never leaks`) and before a new clause with its own subject. A
 * coordinate verb gets the subject of the first one: `Our kitchen makes pasta | Our kitchen bakes bread`.
 */
function clauses(part: string): string[] {
  const words = part.split(' ');
  if (words.length <= 10 || isAuxiliary(words[0])) return [part];
  const cut = words.findIndex((_, at) => at >= 3 && words.length - at >= 4 && beginsClause(words, at));
  if (cut < 0) return [part];
  const head = words.slice(0, cut);
  const rest = words.slice(cut).filter((word, at) => at > 0 || !/^(?:and|but)$/iu.test(word));
  const isVerb = startsVerb(rest, 0) || mayBeThirdPerson(rest[0]) || isPluralVerb(words[0], rest);
  const subject = isVerb ? head.slice(0, Math.max(0, mainVerb(head))) : [];
  // The subject of a verb after a relative clause is not certain: `a soap that lathers like the one you use and lasts`.
  if (subject.some((word) => relative.test(word))) return [part];
  return [withoutLast(head), ...clauses([...subject, ...rest].join(' '))];
}

/**
 * Returns a list of predicates that has lost its last item. The item before it gets the conjunction: `comes sharp, stays
 * sharp,` gives `comes sharp and stays sharp`.
 */
function withoutLast(head: readonly string[]): string {
  const isVerb = (at: number): boolean => startsVerb(head, at) || isImperative(head.slice(at));
  const last = head.findLastIndex((_, at) => head[at - 1]?.endsWith(',') === true && isVerb(at));
  // `moves and cancels appointments`: the list has its conjunction.
  const isJoined = /^(?:and|or)$/iu.test(head[last + 1] ?? '');
  const whole = (words: readonly string[]): string => words.join(' ').replace(/,$/u, '');
  return last < 0 || isJoined ? whole(head) : `${whole(head.slice(0, last))} and ${whole(head.slice(last))}`;
}

const relative = /^(?:that|which|who|whose|where|when)$/iu;

function beginsClause(words: readonly string[], at: number): boolean {
  const word = (words[at] ?? '').toLowerCase();
  const afterComma = words[at - 1]?.endsWith(',') === true;
  if (word === 'and' || word === 'but') {
    return (
      continues(words, at) ||
      isPluralVerb(words[0], words.slice(at + 1)) ||
      (isClause(words.slice(0, at)) && startsOwnClause(words, at + 1, afterComma))
    );
  }
  return afterComma && (startsVerb(words, at) || isPluralVerb(words[0], words.slice(at)));
}

/** Reports whether words have a verb. After words without a verb, `and` joins an item of a list. */
const isClause = (words: readonly string[]): boolean =>
  mainVerb(words) >= 0 ||
  startsVerb(words, 0) ||
  mayBeThirdPerson(words[0]) ||
  words.some((_, at) => (at === 0 || words[at - 1]?.endsWith(',') === true) && isImperative(words.slice(at)));

const adverb = /^(?:never|also|even|always|easily|quickly|gently|only|just|still)$/iu;

function startsVerb(words: readonly string[], at: number): boolean {
  return isThirdPerson(words, adverb.test(words[at] ?? '') ? at + 1 : at);
}

/**
 * Reports whether a further verb of the same subject follows `words[and]`, as in `and bakes bread`. A word in -s that
 * may be a noun counts as a verb if a noun follows, because a plural noun is not followed by another noun.
 */
function continues(words: readonly string[], and: number): boolean {
  if (startsVerb(words, and + 1)) return true;
  const hasVerb = mainVerb(words.slice(0, and)) >= 0 || startsVerb(words, 0);
  const next = words[and + 2] ?? '';
  return hasVerb && mayBeThirdPerson(words[and + 1]) && /^\p{L}{3,}$/u.test(next) && !preposition.test(next);
}

/**
 * Reports whether `rest` begins with a further verb of a sentence that begins with `They`, such as `need no washing` in
 * `They stay dry, do not slip and need no washing`.
 */
const isPluralVerb = (first: string | undefined, rest: readonly string[]): boolean =>
  /^they$/iu.test(first ?? '') && thirdPerson(rest[0] ?? '') !== undefined && rest.length >= 2;

const preposition =
  /^(?:for|with|from|into|that|and|are|was|were|the|per|has|have|can|will|in|on|at|to|of|by|as|is)$/iu;

/**
 * Reports whether a clause with its own subject starts at `words[at]`, such as `the knitted upper dries overnight`: a
 * determiner with a verb within the next words.
 */
function startsOwnClause(words: readonly string[], at: number, afterComma: boolean): boolean {
  const word = (words[at] ?? '').toLowerCase();
  if (afterComma && isImperative(words.slice(at))) return true;
  if (!subjectStart.test(word)) return false;
  const comma = words.findIndex((each, from) => from >= at && each.endsWith(','));
  const near = words.slice(at, Math.min(at + 7, comma < 0 ? words.length : comma + 1));
  return mainVerb(near) > 0;
}

/** Words that begin the subject of a clause. */
const subjectStart =
  /^(?:the|its|our|it|an?|your|every|each|we|you|all|both|two|three|four|five|six|seven|eight|nine|ten|twelve)$/u;

/** Splits a list of short items if none of them has lost its verb: `recycled steel, a 30-hour battery and two pockets`. */
function items(part: string): string[] {
  const words = part.split(' ');
  if (words.length <= wordsMax) return [part];
  if (!part.includes(',') || words.some((_, at) => isAuxiliary(words[at]) || (at > 0 && isThirdPerson(words, at)))) {
    return [part];
  }
  if (
    isThirdPerson(words, 0) ||
    isImperative(words) ||
    /\b(?:with|of|for|between|from|in|without)\b[^,]*,/iu.test(part)
  )
    return [part];
  const parts = part.split(/\s*,\s+(?:and\s+|or\s+)?/u);
  const isList =
    parts.length >= 2 &&
    parts.every((item, at) => item.split(' ').length <= 7 && (at === 0 || !preposition.test(item.split(' ')[0] ?? '')));
  return isList && part.split(',').length >= 2 ? parts : [part];
}
