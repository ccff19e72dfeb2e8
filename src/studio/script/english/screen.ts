import { wordCount } from '../../text/count.ts';
import { screenWordsMax } from '../speech-time.ts';
import { inParts, withoutStop } from '../screen-text.ts';
import { raised } from './claim.ts';

/** Words that limit a claim. A text with one of them is never cut before it. */
const limiting =
  /\b(?:if|when|unless|except|only|excluding|orders?|over|from|minimum|selected|members?|first|code|until|stocks?|after|before|at least|up to|per|than|about|almost|nearly|not|no|without)\b|%/iu;
const boundary = /\s(?=(?:for|in|on|with|at|by|while|that|and|even|as|to|into|from|of|every|under|between|through|thanks)\s)/giu;
const dangling = /(?:^|\s)(?:and|or|the|an?|of|for|in|on|with|at|by|to|from|that|is|are|made|your|its)$/iu;

/**
 * Returns a short text for the screen that says no more than the words of the claim: the words themselves, else their
 * beginning up to a preposition, else the words in two parts.
 */
export function screenText(words: string): string {
  const bare = withoutStop(words.replace(/^(?:it|they)(?:'s|’s| is| are)? /iu, ''));
  if (wordCount(bare) <= screenWordsMax) return raised(bare);
  const beginnings = [...bare.matchAll(boundary)]
    .map(({ index }) => ({ text: bare.slice(0, index).replace(/,$/u, ''), rest: bare.slice(index) }))
    .filter(({ text, rest }) => isWhole(text) && !limiting.test(rest))
    .map(({ text }) => text)
    .toReversed();
  const cut = beginnings.find((text) => wordCount(text) <= screenWordsMax && wordCount(text) >= 3);
  return raised(cut ?? inParts(bare, 'en') ?? '');
}

const isWhole = (text: string): boolean =>
  wordCount(text) >= 2 && !dangling.test(text) && !/\b(?:between|both|from|either|such|so|as|more|less)\b/iu.test(text);
