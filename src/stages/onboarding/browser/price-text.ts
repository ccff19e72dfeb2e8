import type { PaintedWords } from './facts.ts';

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
