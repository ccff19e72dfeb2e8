import { isWord } from '../../words/word-sets.ts';
import type { Phrase } from './breaks.ts';

export const joinedPhrases = (phrases: readonly Phrase[]): string =>
  phrases.map(({ text, glued }, at) => (glued || at === 0 ? text : ` ${text}`)).join('');

export const endsSentence = (text: string): boolean => /[.!?…؟。！？।][”»"’」』）]?$/u.test(text);
const endsClause = (text: string): boolean => /[,;:،؛–—、，；：]$/u.test(text);

/**
 * Reports whether a word belongs to the word after it (`leading`, such as an article) or before it (`trailing`:
 * postpositions and auxiliaries of Hindi, bound nouns of Korean), joins items of a list, or is a determiner.
 */
const hasRole = (role: 'leading' | 'trailing' | 'joining' | 'determiner', word: string): boolean =>
  isWord('phrase-words', role, word.toLowerCase());

const bare = (text: string | undefined): string => (text ?? '').toLowerCase().replace(/[^\p{L}\p{M}\p{N}’']/gu, '');

const isNumber = (text: string): boolean => /^[\p{Sc}]?\d[\d.,:]*$/u.test(text);

/** Reports whether a comma is within a list (`every call, | note and file`) or between adjectives (`a soft, | quiet`). */
function isListComma(part: readonly Phrase[], rest: readonly Phrase[]): boolean {
  const [before = '', last = ''] = part.slice(-2).map(({ text }) => text);
  return endsClause(last) && (hasRole('joining', rest[1]?.text ?? '') || hasRole('determiner', before));
}

/** Reports whether the last item of a list follows: `every call, note | and file`. */
const isBeforeLastItem = (part: readonly Phrase[], rest: readonly Phrase[]): boolean =>
  endsClause(part.at(-2)?.text ?? '') && hasRole('joining', rest[0]?.text ?? '');

/**
 * Returns how much a division between two parts of a text disturbs a reader: from 0.7 after a clause to 2.4 between a
 * number and its unit. 0 after a sentence.
 */
export function divisionCost(part: readonly Phrase[], rest: readonly Phrase[]): number {
  const last = part.at(-1)?.text ?? '';
  const next = bare(rest[0]?.text);
  const isWithinPhrase = isNumber(last) || hasRole('trailing', next) || isListComma(part, rest);
  const costs: [isSo: boolean, cost: number][] = [
    [endsSentence(last), 0],
    [isWithinPhrase, 2.4],
    [hasRole('leading', bare(last)), 2.3],
    [isBeforeLastItem(part, rest), 2],
    [endsClause(last), 0.7],
    [hasRole('leading', next), 1],
  ];
  return costs.find(([isSo]) => isSo)?.[1] ?? 1.3;
}

interface Way {
  parts: Phrase[][];
  cost: number;
}

/**
 * Divides phrases into few parts that fit, where a reader is disturbed least. `costOf` returns the disturbance that a
 * part itself causes, on the scale of `divisionCost`; one more part costs 1. A single phrase is a part even if it does
 * not fit.
 */
export function divideLeastDisturbing(
  phrases: readonly Phrase[],
  { fits, costOf }: { fits: (part: readonly Phrase[]) => boolean; costOf: (part: readonly Phrase[]) => number },
): Phrase[][] {
  const best: Way[] = [{ parts: [], cost: 0 }];
  for (let to = 1; to <= phrases.length; to++) {
    let found: Way = { parts: [phrases.slice(0, to)], cost: Infinity };
    for (let from = to - 1; from >= 0; from--) {
      const part = phrases.slice(from, to);
      const before = best[from];
      if (before === undefined || (from < to - 1 && !fits(part))) break;
      const rest = phrases.slice(to);
      const cost = before.cost + 1 + (rest.length === 0 ? 0 : divisionCost(part, rest)) + costOf(part);
      if (cost < found.cost) found = { parts: [...before.parts, part], cost };
    }
    best.push(found);
  }
  return best.at(-1)?.parts ?? [];
}

/** Returns the cost of a part that leaves a share of its room empty, so that parts have similar lengths. */
export const emptinessCost = (letters: number, lettersMax: number): number =>
  0.6 * Math.max(0, 1 - letters / lettersMax) ** 2;
