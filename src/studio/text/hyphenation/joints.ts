import type { Compounds } from './compounds.ts';
import type { Hyphenate } from './hyphenate.ts';

/** A place inside a word where a line may end, if the word is wider than a line. */
export interface Joint {
  /** Offset in the word, in UTF-16 units. */
  at: number;
  /** True if the line then ends with a hyphen. */
  hyphen: boolean;
  /** How much the break disturbs a reader, on the scale of the costs of line breaks. */
  cost: number;
  /**
   * True for a place that is used only if the others do not suffice: a place that disturbs a reader more than the best
   * ones of the word, which are the soft hyphens of its author, else the joints of a compound, else all syllables.
   */
  isSpare?: true;
}

/** Costs of breaks, and what is added for a break that disturbs more or less than others. */
const costs = { sign: 0, given: 0.05, address: 0.1, syllable: 0.2 } as const;
const added = { short: 0.3, afterPrefix: 0.4, open: 0.3, betweenWords: -0.14 } as const;

/** Minimum number of letters that stay together at each end of a word. */
const lettersMin = 2;
/** Number of letters at each end of a word below which a break is unusual. */
const lettersUsual = 4;

/** Matches words without a break inside: addresses of web pages and of e-mail, file names and numbers with a dot. */
const address = /^(?:www\.|[\w.+-]+@|https?:)|:\/\/|[\p{L}\p{N}][.@_][\p{L}\p{N}]/u;
/** Matches the places in an address where a line may end. */
const addressBreak = /(?<=:\/\/)(?=.)|(?<=[^:/][/-])(?=[^/])|(?<=[^\s.@_?&=#%:/-])(?=[.@_?&=#%])/gu;
/** Matches the places after a hyphen, a dash or a slash inside a word. */
const signBreak = /(?<=[\p{L}\p{N}][-‐–—/])(?=[\p{L}\p{N}])/gu;
const hyphenated = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Inherited}]+`;
const letterRun = new RegExp(hyphenated, 'gu');
/** Matches a word of letters, with punctuation around it, in a writing system that hyphenates words. */
const wholeRun = new RegExp(String.raw`^\p{P}*${hyphenated}\p{P}*$`, 'u');

export interface JointsOptions {
  hyphenate: Hyphenate;
  /** Returns the parts into which the author of the text has divided a word with soft hyphens. */
  given: (word: string) => readonly string[] | undefined;
  compounds: Compounds;
}

/** Returns the places where a line may end inside a word, which may have punctuation around and inside it. */
export function jointsOf(word: string, options: JointsOptions): Joint[] {
  if (address.test(word)) return placesOf(word, addressBreak, costs.address);
  const runs = Array.from(word.matchAll(letterRun)).flatMap(({ 0: run, index }) =>
    inRun(run, options).map((joint) => ({ ...joint, at: joint.at + index })),
  );
  return [...placesOf(word, signBreak, costs.sign), ...runs].toSorted((a, b) => a.at - b.at);
}

/** Returns what a line shows at its end if a word is cut there between any two letters. */
export const cutMark = (word: string): '-' | '' => (wholeRun.test(word) ? '-' : '');

const placesOf = (word: string, pattern: RegExp, cost: number): Joint[] =>
  Array.from(word.matchAll(pattern), ({ index }) => ({
    at: index,
    hyphen: false,
    cost: cost + (cost > 0 && isShort(word, index) ? added.short : 0),
  }));

const isShort = (word: string, at: number): boolean => Math.min(at, word.length - at) < lettersUsual;

function inRun(run: string, { hyphenate, given, compounds }: JointsOptions): Joint[] {
  const stated = offsetsOf(given(run) ?? []).map((at): Joint => ({ at, hyphen: true, cost: costs.given }));
  const parts = hyphenate(run).map((part) => part.toLowerCase());
  const found = offsetsOf(parts)
    .map((at, index): Joint => {
      const [before = '', after = ''] = parts.slice(index, index + 2);
      const more = (isShort(run, at) ? added.short : 0) + costBetween(before, after, compounds);
      return { at, hyphen: true, cost: costs.syllable + more };
    })
    .filter(({ at }) => Math.min(at, run.length - at) >= lettersMin && !stated.some((each) => each.at === at));
  const usual = Math.min(costs.syllable, ...[...stated, ...found].map(({ cost }) => cost));
  return [...stated, ...found.map((joint): Joint => (joint.cost > usual ? { ...joint, isSpare: true } : joint))];
}

function costBetween(before: string, after: string, { prefixes, ends, endsClosed }: Compounds): number {
  if (prefixes.has(before)) return added.afterPrefix;
  if (prefixes.has(after) || ends.test(before)) return added.betweenWords;
  return endsClosed && /[aeiouyäöü]$/u.test(before) ? added.open : 0;
}

/** Returns the offset of the end of each part but the last. */
function offsetsOf(parts: readonly string[]): number[] {
  let at = 0;
  return parts.slice(0, -1).map((part) => (at += part.length));
}
