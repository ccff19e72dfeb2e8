import { lazily } from '../../domain/once.ts';
import type { AdPart, Asked } from '../../schema/direction.ts';
import { numberOf, numberSource } from '../../words/numbers.ts';
import { asksOf, hasSize, merged, nearestTo, partsIn, textParts } from './asks.ts';
import { segmentsOf, type Segment } from './segments.ts';
import { tokensOf, type Token } from './tokens.ts';
import { isTime, type Vocabulary } from './vocabulary.ts';

/** Words that a direction may use for the product, such as `shoe`. */
export interface ProductNouns {
  isProductNoun: (word: string) => boolean;
}

export interface ReadClause {
  asks: Asked;
  /** Words that are not understood. */
  unknown: string[];
  /** Label of the last thing that the clause names and that can be large. */
  named: string | undefined;
  /** True if the clause ends with a refusal. */
  isRefused: boolean;
}

interface ClauseContext {
  vocabulary: Vocabulary;
  nouns: ProductNouns;
  /** Previous clause. */
  before: ReadClause | undefined;
}

/** Reads a clause of a direction with the words of one language. */
export function readClause(clause: string, context: ClauseContext): ReadClause {
  const tokens = withSubject(
    tokensOf(clause, context.vocabulary).map((token) => typed(token, context.nouns)),
    context.before?.named,
  );
  const timed = tokens.filter(({ label }) => isTime(label)).map(({ text }) => text);
  // What a film shows at a time is a wish of its own.
  if (timed.length > 0) return { ...nothing, unknown: timed };
  const excepted = exceptedParts(tokens);
  if (excepted !== undefined)
    return { ...nothing, asks: { refused: allBut(excepted), wanted: excepted }, unknown: unknownIn(tokens) };
  const segments = segmentsOf(tokens, context.before?.isRefused);
  const asks = merged([
    ...segments.map(asksOf),
    onlyParts(segments),
    productCount(tokens),
    cuts(tokens),
    ...segments.flatMap(unsaidIn),
  ]);
  const unknown = segments.flatMap((segment) => (unsaidIn(segment).length === 0 ? lostIn(segment) : []));
  const isVain = Object.keys(asks).length === 0 && unknown.length === 0;
  return {
    asks,
    unknown: isVain ? meaningful(tokens) : unknown,
    named: tokens.findLast(({ label }) => hasSize(label))?.label,
    isRefused: segments.at(-1)?.isRefused === true,
  };
}

const nothing: ReadClause = { asks: {}, unknown: [], named: undefined, isRefused: false };

/** Adds what the previous clause names to a clause that is only a size: `the photo, as large as possible`. */
function withSubject(tokens: readonly Token[], subject: string | undefined): readonly Token[] {
  const isAlone = tokens.some(({ label }) => label === 'large') && !tokens.some(({ label }) => hasSize(label));
  return isAlone && subject !== undefined ? [{ label: subject, text: '' }, ...tokens] : tokens;
}

function typed(token: Token, { isProductNoun }: ProductNouns): Token {
  if (token.label !== 'unknown') return token;
  if (isNumber().test(token.text)) return { ...token, label: 'number' };
  return isProductNoun(token.text) ? { ...token, label: 'product' } : token;
}

const isNumber = lazily(() => new RegExp(`^${numberSource()}$`, 'u'));

const unknownIn = (tokens: readonly Token[]): string[] =>
  tokens.filter(({ label }) => label === 'unknown').map(({ text }) => text);

/** Labels of phrases that ask for something together with other phrases, and for nothing alone. */
const dependent = new Set(['large', 'date', 'product_name']);

/** Returns the words of a segment that ask for something but have no effect. */
function lostIn(segment: Segment): string[] {
  const isWithout = Object.keys(asksOf(segment)).length === 0;
  const compared = segment.tokens.findIndex(({ label }) => label === 'simile');
  // `like a city at night`: what a comparison names is not wanted itself.
  const literal = compared < 0 || isWithout ? segment.tokens : segment.tokens.slice(0, compared);
  const small = nearestTo(
    'small',
    segment.tokens.map(({ label }) => label),
  );
  const isOdd = small !== undefined && small !== 'picture' && small !== 'product' && small !== 'text';
  const unknown = [...unknownIn(literal), ...(isOdd ? [small] : [])];
  if (unknown.length > 0) return unknown;
  return isWithout ? segment.tokens.filter(({ label }) => dependent.has(label)).map(({ text }) => text) : [];
}

const idleLabels = new Set([
  'filler',
  'look',
  'qualities',
  'only',
  'conjunction',
  'but',
  'or',
  'product',
  'picture',
  'rest',
  'small',
  'text',
  'logo',
  'headline',
  'background',
  'refusal',
  'on-color',
  'type',
  'number',
  'simile',
  'brand-colors',
  'as-ground',
]);

const meaningful = (tokens: readonly Token[]): string[] =>
  tokens.filter(({ label }) => !idleLabels.has(label)).map(({ text }) => text);

const allBut = (kept: readonly AdPart[]): AdPart[] => textParts.filter((part) => !kept.includes(part));

/** Returns the parts after `no text but`; undefined if the clause has no such exception. */
function exceptedParts(tokens: readonly Token[]): AdPart[] | undefined {
  const at = tokens.findIndex(({ label, text }, index) => label === 'except' && index > 0 && text !== '');
  if (at < 0) return undefined;
  const [before, after] = [tokens.slice(0, at), tokens.slice(at + 1)];
  const refuses = before.some(({ label }) => label === 'refusal' || label === 'refusal-after');
  const ofAll =
    before.some(({ label }) => label === 'text' || label === 'type' || label === 'rest') ||
    partsIn(before).length === 0;
  const kept = partsIn(after);
  return refuses && ofAll && kept.length > 0 && !after.some(({ label }) => label === 'large') ? kept : undefined;
}

/** Returns the refusal of all other texts for `only the price`. */
function onlyParts(segments: readonly Segment[]): Asked {
  const at = segments.findIndex(({ isRefused, tokens }) => !isRefused && tokens.some(({ label }) => label === 'only'));
  if (at < 0) return {};
  const wanted = segments.slice(at).filter(({ isRefused }) => !isRefused);
  const isPure = wanted.every(({ tokens }) => tokens.every(({ label }) => !strays.has(label)));
  const kept = wanted.flatMap(({ tokens }) => partsIn(tokens));
  return isPure && kept.length > 0 && kept.length < textParts.length ? { refused: allBut(kept), wanted: kept } : {};
}

const strays = new Set(['unknown', 'large', 'small', 'background', 'dark', 'light']);

/** Number of products that `several products` asks for at least. */
const severalMin = 2;

function productCount(tokens: readonly Token[]): Asked {
  const counted = tokens.filter(({ label }) => label !== 'filler');
  const at = counted.findIndex(({ label }) => label === 'product');
  const beside = at < 0 ? [] : [counted[at - 1], counted[at + 1]];
  const count = beside.find((token) => token?.label === 'number');
  const least = beside.some((token) => token?.label === 'several') ? severalMin : 0;
  const products = count === undefined ? least : numberOf(count.text);
  return products >= 1 && products <= 12 && Number.isInteger(products) ? { products } : {};
}

function cuts(tokens: readonly Token[]): Asked {
  const [count] = tokens.find(({ label }) => label === 'cuts')?.text.match(/\p{Nd}+(?:[.,]\p{Nd}+)?/u) ?? [];
  return count === undefined ? {} : { cutsPerSecond: Math.min(3, Math.max(0.1, Number(count.replace(',', '.')))) };
}

/** Returns the words that a segment forbids: `never say “cheap”`. */
function unsaidIn({ isRefused, tokens }: Segment): Asked[] {
  if (!isRefused || !tokens.some(({ label }) => label === 'say') || partsIn(tokens).length > 0) return [];
  const words = unknownIn(tokens);
  return words.length === 0 ? [] : [{ unsaid: words }];
}
