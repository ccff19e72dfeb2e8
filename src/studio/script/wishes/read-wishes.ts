import { cleanLine } from '../clean-text.ts';
import { quoted } from '../quotation.ts';
import { comparable } from '../../../words/comparable.ts';
import { templatesOf } from '../../../words/templates.ts';
import { readTimes } from './time-words.ts';
import { anywhere, elementKinds, type ElementKind, isAnywhere, type Wish, type WishedElement } from './wish.ts';
import type { WishNames } from './wish-names.ts';

/** Longest clause, in characters, that is read. A wish is short; a long clause asks for other things too. */
const clauseMax = 200;
/** Largest number of conjunctions at which a clause is divided. More would take too long to try. */
const conjunctionsMax = 5;

/**
 * Reads a clause of a creative direction as wishes: an element of the film, when it is wanted, or that it is not wanted.
 * Returns null if the clause asks for anything else too. A clause with several wishes, such as `the logo in the first
 * frame and the price at the end`, is divided between them.
 */
export function readWishes(clause: string, names: WishNames): Wish[] | null {
  if (clause.length > clauseMax) return null;
  const all = halvesOf(clause);
  const halves = all.length > conjunctionsMax ? [] : all;
  const turns = halves.find(
    ([first, second]) => (startsNegated(second) || endsNegated(first)) && readWhole(first, names) !== null,
  );
  const whole = turns === undefined ? readWhole(clause, names) : null;
  return whole ?? readHalves(halves, names);
}

function readHalves(halves: readonly (readonly [string, string])[], names: WishNames): Wish[] | null {
  for (const [first, second] of halves) {
    const before = readWhole(first, names);
    const after = before === null ? null : readWishes(second, names);
    if (before !== null && after !== null) return [...before, ...after];
  }
  return null;
}

const words = (label: string): RegExp => templatesOf('film-wishes', label);

/** Thai has spaces between clauses, but not between words. */
const spaceInThai = /(?<=\p{Script=Thai}) (?=[\p{Script=Thai}\p{N}])/gu;

/** Returns the ways to divide a clause at a conjunction. */
function halvesOf(clause: string): [string, string][] {
  const text = clause.toLowerCase();
  const found = [...text.matchAll(words('conjunction')), ...text.matchAll(spaceInThai)];
  return found
    .map(({ index, 0: word }): [string, string] => [
      clause.slice(0, index).trim(),
      clause.slice(index + word.length).trim(),
    ])
    .filter(([, second]) => second !== '');
}

/** Reports whether a refusal begins here: `music but no voice` wants the one and refuses the other. */
const startsNegated = (text: string): boolean => comparable(text).search(words('refusal')) === 0;

/** Reports whether a refusal ends here, as in languages in which it follows the noun. */
function endsNegated(text: string): boolean {
  const bare = comparable(text).trim();
  const last = [...bare.matchAll(words('refusal'))].at(-1);
  return last !== undefined && last.index > 0 && last.index + last[0].length === bare.length;
}

function readWhole(clause: string, names: WishNames): Wish[] | null {
  const text = new Remainder(withoutOwners(comparable(clause), names));
  const quotes = text.take(new RegExp(quoted, 'gu')) > 0 ? quotesIn(clause) : [];
  const named = namedIn(text, names);
  const { rest, times, seconds } = readTimes(text.rest);
  text.rest = rest;
  // The elements come before the refusals: in some languages a word is an element only after `no` or `without`.
  const elements = [...quotes, ...named, ...elementsIn(text)];
  const isSilent = elements.length === 0 && text.take('silence') > 0;
  const isOnly = text.take('only') > 0;
  const isWanted = text.take('refusal') === 0 && !isSilent;
  text.take('conjunction');
  text.take('filler');
  const hasNoun = text.words.length > 0 && text.words.every(names.isProductNoun);
  const all = distinct([...elements, ...added(isSilent, 'sound'), ...added(hasNoun, 'product')]);
  const [time = anywhere, ...more] = times;
  if ((text.words.length > 0 && !hasNoun) || all.length === 0 || more.length > 0) return null;
  return all.flatMap((element) => withOpposite({ element, time, isWanted, isOnly, seconds, clause }));
}

/** Removes nouns that only say whose element is meant: `the product's price`. */
const withoutOwners = (text: string, { isProductNoun }: WishNames): string =>
  text.replace(/([\p{L}\p{N}-]+)'s(?=\s)/gu, (whole, noun: string) =>
    isProductNoun(noun) || /^(?:product|brand|video|film|ad)$/u.test(noun) ? ' ' : whole,
  );

const elementsIn = (text: Remainder): WishedElement[] =>
  elementKinds.flatMap((kind) => added(text.take(kind) > 0, kind));

const added = (isAdded: boolean, kind: Exclude<ElementKind, 'quote'>): WishedElement[] => (isAdded ? [{ kind }] : []);

/** The part of a clause that has not been understood yet. */
class Remainder {
  rest: string;

  constructor(text: string) {
    this.rest = text;
  }

  /** Removes the phrases of a label, or what a pattern matches, and returns their number. */
  take(what: string | RegExp): number {
    let count = 0;
    this.rest = this.rest.replace(typeof what === 'string' ? words(what) : what, () => {
      count++;
      return ' ';
    });
    return count;
  }

  get words(): string[] {
    return this.rest.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}-]*/gu) ?? [];
  }
}

const quotesIn = (clause: string): WishedElement[] =>
  [...clause.matchAll(new RegExp(quoted, 'gu'))].map(([, words = '']) => ({
    kind: 'quote',
    words: cleanLine(words).replace(/[,;]$/u, ''),
  }));

/** Takes the whole names of product and brand, which may have words that mean something else. */
function namedIn(text: Remainder, { product, brand }: WishNames): WishedElement[] {
  const isNamed = (name: string | null): boolean => name !== null && text.take(nameIn(name)) > 0;
  const elements: WishedElement[] = isNamed(product) ? [{ kind: 'product' }] : [];
  return isNamed(brand) ? [...elements, { kind: 'brand_name' }] : elements;
}

function nameIn(name: string): RegExp {
  const bare = comparable(name).trim();
  if (bare.length < 2) return /(?!)/gu;
  const escaped = bare.replace(/[.*+?^${}()|[\]\\/]/gu, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?:'s)?(?![\\p{L}\\p{N}])`, 'gu');
}

const distinct = (elements: readonly WishedElement[]): WishedElement[] =>
  elements.filter(({ kind }, at) => kind === 'quote' || elements.findIndex((other) => other.kind === kind) === at);

const opposite: Partial<Record<WishedElement['kind'], 'music' | 'voice'>> = { music: 'voice', voice: 'music' };

/** `only music` also asks for no voice. */
function withOpposite(wish: Wish): Wish[] {
  const other = opposite[wish.element.kind];
  const isAlone = wish.isOnly && wish.isWanted && isAnywhere(wish.time);
  if (!isAlone || other === undefined) return [wish];
  const plain = { ...wish, isOnly: false };
  return [plain, { ...plain, element: { kind: other }, isWanted: false }];
}
