import { wordCount } from '../../text/count.ts';
import { fitsScreen, shownText, withoutStop } from '../screen-text.ts';
import { raised } from './claim.ts';

/** Words that limit a claim. A text with one of them is never cut before it. */
const limiting =
  /\b(?:if|when|unless|except|only|excluding|orders?|over|from|minimum|selected|members?|first|code|until|stocks?|after|before|at least|up to|per|than|about|almost|nearly|not|no)\b|%|\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|one)\b/iu;
const boundary =
  /,?\s(?=(?:for|in|on|with|at|by|while|and|or|even|from|under|through|thanks|without|(?:designed|formulated|made|crafted|built|suitable|perfect|ideal|known|featuring)\s\p{L}+)\s)/giu;
const dangling =
  /(?:^|\s)(?:and|or|the|an?|of|for|in|on|with|at|by|to|from|that|is|are|made|your|its|suitable|ready|perfect|ideal|designed|built|free|safe|easy|rich|high|low|great|good|available|able|known|used|based|full|proud|capable|compatible|similar|due|famous|good|made|backed|trusted|rated|loved|inspired|powered|recommended|suited|comes?|stands?|goes|go|come|works?|fits?|holds?|takes?|turns?|lasts?|gets?)$/iu;

/**
 * Returns a short text for the screen that says no more than the words of the claim: the words themselves, else their
 * beginning up to a preposition, else the words in two parts; `''` if they need more.
 */
export function screenText(words: string): string {
  const bare = withoutStop(words.replace(/^(?:it|they)(?:'s|’s| is| are)? /iu, ''));
  if (fitsScreen(bare)) return raised(bare);
  const beginnings = [...bare.matchAll(boundary)]
    .map(({ index }) => ({ text: bare.slice(0, index).replace(/,$/u, ''), rest: bare.slice(index) }))
    .filter(({ text, rest }) => isWhole(text) && isAddition(text, rest))
    .map(({ text }) => text)
    .toReversed();
  const cut = beginnings.find(
    (text) => fitsScreen(text) && wordCount(text) >= Math.min(4, Math.max(3, wordCount(bare) / 2)),
  );
  return raised(cut ?? shownText(bare));
}

/** Words that a following `with`, `on` or `in` may limit: `free returns in the EU`, `40 hours with the case`. */
const limited =
  /\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|twelve|free|unlimited|guaranteed?|warranty|lifetime|waterproof|never|always|no|safe)\b/iu;

/** Reports whether the rest adds to the text and does not limit it, as what follows `and`, `or` or `without` does. */
function isAddition(text: string, rest: string): boolean {
  if (/^,?\swithout\s/iu.test(rest)) return true;
  if (!/^,?\s(?:and|or)\s/iu.test(rest)) return !limiting.test(rest) && !limited.test(text);
  return !/,\s(?!or\b)/u.test(text) && text.split(' ').length >= 4 && rest.trim().split(' ').length >= 4;
}

const isWhole = (text: string): boolean =>
  wordCount(text) >= 2 &&
  !dangling.test(text) &&
  !/,\s*\S+$/u.test(text) &&
  !/\b(?:between|both|from|either|such|so|as|more|less)\b/iu.test(text);

/**
 * Returns a longer claim without what follows its first preposition, such as `Its frame is built by hand` for `Its frame
 * is built by hand in our workshop`. Undefined if the claim is short or would claim more.
 */
export function shorter(words: string): string | undefined {
  if (words.split(' ').length < 8) return undefined;
  return [...words.matchAll(boundary)]
    .map(({ index }) => ({ text: words.slice(0, index).replace(/,$/u, ''), rest: words.slice(index) }))
    .filter(({ text, rest }) => isWhole(text) && isAddition(text, rest) && text.split(' ').length >= 4)
    .map(({ text }) => text)
    .at(-1);
}
