import { hasSign, noHints, withoutSigns, type CurrencyHints } from '../currency.ts';
import { readPrice } from '../price.ts';
import { plainDigits } from '../../../domain/written-amount.ts';
import type { PageFacts, PaintedWords } from './facts.ts';

const aside =
  /related|recommend|upsell|cross-?sell|recently|cart|basket|shipping|delivery|save|discount|instal|monthly|filter|free-/i;
const oldPrice = /compare|was-price|old-price|price-?old|strike|list-?price|uvp|rrp/i;
const heightMax = 2_500;

/**
 * Returns the text of a price. Cents in smaller type are joined to the whole number before them: `19` and `99` give
 * `19.99`.
 */
export function priceText({ pieces, text }: Pick<PaintedWords, 'pieces' | 'text'>): string {
  const kept = pieces.filter(({ struck, text: piece }) => !struck && piece.trim() !== '' && !piece.includes('%'));
  const largest = Math.max(0, ...kept.map(({ size }) => size));
  let hasCents = false;
  const joined = kept.reduce((whole, { text: piece, size }) => {
    const cents = size < largest * 0.9 ? withCents(whole, piece.trim()) : undefined;
    hasCents ||= cents !== undefined;
    return cents ?? `${whole} ${piece}`;
  }, '');
  const isWhole = kept.length === pieces.length && !hasCents;
  return (kept.length === 0 || isWhole ? text : joined).replace(/\s+/g, ' ').trim();
}

/** Joins the cents of a price to the text before them; returns undefined if they are no cents. */
function withCents(whole: string, piece: string): string | undefined {
  const [, markOfPiece = '', cents] = /^([.,]?)(\d{2,3})$/.exec(piece) ?? [];
  const [, before, markOfWhole = ''] = /^(.*\d) ?([.,]?) ?$/su.exec(whole) ?? [];
  if (cents === undefined || before === undefined) return undefined;
  const usual = before.includes('.') ? ',' : '.';
  return `${before}${markOfPiece || markOfWhole || usual}${cents}`;
}

function isUsable(words: PaintedWords): boolean {
  const { kind, struck, place, names, y, text } = words;
  if (kind !== 'price' || struck || place === 'footer' || place === 'nav' || place === 'dialog') return false;
  return y < heightMax && text.length <= 48 && !aside.test(names) && !oldPrice.test(names);
}

interface Candidate {
  price: string;
  currency: string | null;
  score: number;
}

function candidate(words: PaintedWords, heading: PaintedWords | undefined, hints: CurrencyHints): Candidate[] {
  const text = plainDigits(priceText(words));
  const read = hasSign(text, hints) ? readPrice(text, hints) : undefined;
  if (read === undefined || !/[1-9]/.test(read.price)) return [];
  const away = heading === undefined ? words.y : Math.abs(words.y - heading.y);
  const isAlone = withoutSigns(text).replace(/[\d.,'’\s]/g, '').length <= 3;
  const score = Math.min(words.size, 48) / 48 - away / 1_500 + (isAlone ? 0.4 : 0) - text.length / 200;
  return [{ ...read, score }];
}

/** Returns the price of the product on the page: large, near the main heading and not struck through. */
export function paintedPrice(
  { words }: Pick<PageFacts, 'words'>,
  hints: CurrencyHints = noHints,
): { price: string; currency: string | null } | undefined {
  const heading = words.find(({ kind, tag }) => kind === 'heading' && tag === 'h1');
  const found = words.filter(isUsable).flatMap((each) => candidate(each, heading, hints));
  const [best] = found.sort((one, other) => other.score - one.score);
  return best && { price: best.price, currency: best.currency };
}
