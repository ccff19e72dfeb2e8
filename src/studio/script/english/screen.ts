import { wordCount } from '../../text/count.ts';
import { fitsGlance } from '../../text/screen-parts.ts';
import { shownText, withoutStop } from '../screen-text.ts';
import { raised } from './claim.ts';
import { isUnfinished } from './unfinished.ts';
import { isAuxiliary, isImperative, isThirdPerson, mayBeThirdPerson } from './verbs.ts';

/** Words that limit a claim. A text with one of them is never cut before it. */
const limiting =
  /\b(?:if|when|unless|except|only|excluding|orders?|over|from|minimum|selected|members?|first|code|until|stocks?|after|before|at least|up to|per|than|about|almost|nearly|not|no)\b|%|\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|one)\b/iu;

/**
 * Returns a text for the screen that says no more than the words of the claim: the words themselves or, if they are long
 * and can end earlier, their beginning. `''` if the words are too long for the screen.
 */
export function screenText(words: string): string {
  const bare = withoutStop(words.replace(/^(?:it|they)(?:'s|’s| is| are)? /iu, ''));
  if (fitsGlance(bare)) return raised(bare);
  const least = Math.min(4, Math.max(3, wordCount(bare) / 2));
  const cut = beginningsOf(bare).findLast((text) => fitsGlance(text) && wordCount(text) >= least);
  return raised(cut ?? shownText(bare, 'en'));
}

/**
 * Returns a longer claim without its end, such as `Its frame is built by hand` for `Its frame is built by hand in our
 * workshop`. Undefined if the claim is short, cannot end earlier, or would claim more.
 */
export const shorter = (words: string): string | undefined =>
  words.split(' ').length < 8 ? undefined : beginningsOf(words).findLast((text) => text.split(' ').length >= 4);

interface Cut {
  head: string;
  /** The words after the cut, with the word that joins them. */
  rest: string;
  hasComma: boolean;
}

/** Returns the beginnings of a claim that are whole in grammar and claim no more than all of it, shortest first. */
const beginningsOf = (words: string): string[] =>
  [...words.matchAll(/,?\s(?=\S)/gu)]
    .map(({ index, 0: gap }): Cut => ({
      head: words.slice(0, index),
      rest: words.slice(index + gap.length),
      hasComma: gap.startsWith(','),
    }))
    .filter((cut) => !isUnfinished(cut.head) && (endsClause(cut) || endsPredicate(cut) || endsPhrase(cut)))
    .map(({ head }) => head);

/** `saves every note offline | while you walk`. */
const endsClause = ({ rest }: Cut): boolean =>
  /^without \p{L}+ing\b/iu.test(rest) || (/^(?:while|thanks to)\s/iu.test(rest) && !limiting.test(rest));

/** `closes with one hand | and never leaks in a bag`, `8 hours on a charge, | or 40 hours with the case`. */
function endsPredicate({ head, rest, hasComma }: Cut): boolean {
  if (!/^(?:and|or)\s/iu.test(rest) || `${head}${rest}`.includes(',')) return false;
  const [before, after] = [head.split(' '), rest.split(' ').slice(1)];
  return before.length >= 4 && after.length >= 3 && (hasComma || haveSameForm(before, after));
}

/** Reports whether two parts begin with verbs of the same form: `keeps` and `never leaks`, `sewn` and `dyed`. */
function haveSameForm(before: readonly string[], after: readonly string[]): boolean {
  const [first = ''] = before;
  const verb = after.find((word) => !/^(?:never|also|always)$/iu.test(word)) ?? '';
  if (participle.test(first)) return participle.test(verb);
  if (isThirdPerson(before, 0)) return mayBeThirdPerson(verb) || isAuxiliary(verb);
  return isImperative(before) && isImperative(after);
}

const participle = /(?:.{2}ed|made|built|cut|sewn|grown|woven|spun|ground|thrown|knit|known|drawn|written|driven)$/iu;

/**
 * `built by hand | in our workshop`. The verb must have a complement already: without one, what follows may belong to it,
 * as in `brush it | on salmon`. After `for` and `of`, it may belong to the noun, as in `for dogs | with sensitive
 * stomachs`. Within a list or a relative clause, it may belong to all of it.
 */
const endsPhrase = ({ head, rest, hasComma }: Cut): boolean =>
  !hasComma &&
  head.split(' ').length >= 4 &&
  /^(?:for|in|on|with|at|by|from|under|through)\s/iu.test(rest) &&
  /\s(?:in|on|at|by|from|under|through)\s(?:(?!for |with |of |to )\S+\s?){1,4}$/iu.test(head) &&
  !/,|\b(?:and|or|but|that|which|who|when|where|if|to \p{Ll}+ \p{Ll}+)\b/iu.test(head) &&
  !limiting.test(rest) &&
  !limited.test(head);

/** Words that a following `with`, `on` or `in` may limit: `free returns in the EU`, `40 hours with the case`. */
const limited =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|free|unlimited|guaranteed?|warranty|lifetime|waterproof|never|always|no|safe)\b/iu;
