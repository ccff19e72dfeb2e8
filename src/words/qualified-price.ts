import { lazily } from '../domain/once.ts';
import { amountsIn, firstAmount } from './money.ts';
import { comparable } from './comparable.ts';
import { templatesOf } from './templates.ts';

/**
 * Returns the part of a text that states a price together with what limits it: `£1 for the first month`, `from £49`,
 * `29 € pro Person`. Returns null if something in the text limits the price, but does not stand next to it; such a
 * price can only be stated with the whole text. Returns the bare amount if nothing limits it, and null for no amount.
 */
export function qualifiedPrice(text: string): string | null {
  const found = firstAmount(text);
  if (found === undefined || amountsIn(text) > 1) return null;
  const before = text.slice(0, found.start);
  const after = text.slice(found.end);
  const leading = endOf(before);
  const trailing = startOf(after);
  const rest = [before.slice(0, before.length - leading.length), after.slice(trailing.length)];
  return rest.some(isLimiting) ? null : `${leading}${found.amount}${trailing}`.trim();
}

/** Reports whether a text limits a price: `from`, `first month`, `per person`. */
export const isLimiting = (text: string): boolean =>
  ['before', 'after', 'apart'].some((label) => comparable(text).search(templatesOf('price-limits', label)) >= 0);

interface Folded {
  /** Text in its comparable form, with plain spaces. */
  folded: string;
  /** Place in the text as it is written, for each place in `folded` and for its end. */
  places: number[];
}

const characters = lazily(() => new Intl.Segmenter());

/** Folds a text character by character, because a character may have another length when it is folded: `ß`, `é`. */
function foldedOf(text: string): Folded {
  let folded = '';
  const places: number[] = [];
  for (const { segment, index } of characters().segment(text)) {
    const part = comparable(segment).replace(/\s/gu, ' ');
    folded += part;
    for (let at = 0; at < part.length; at++) places.push(index);
  }
  return { folded, places: [...places, text.length] };
}

/** Returns the end of a text that limits the price after it. */
function endOf(text: string): string {
  const { folded, places } = foldedOf(text);
  const matches = [...folded.matchAll(templatesOf('price-limits', 'before'))];
  const last = matches.findLast(({ index, 0: phrase }) => isGap(folded.slice(index + phrase.length)));
  return last === undefined ? '' : text.slice(places[last.index]);
}

/** Returns the start of a text that limits the price before it. */
function startOf(text: string): string {
  const { folded, places } = foldedOf(text);
  const matches = [...folded.matchAll(templatesOf('price-limits', 'after'))];
  const first = matches.find(({ index }) => isGap(folded.slice(0, index)));
  return first === undefined ? '' : text.slice(0, places[first.index + first[0].length]);
}

/** Reports whether only marks and spaces stand between a price and its limit. */
const isGap = (text: string): boolean => /^[\s.,:/*–—-]*$/u.test(text);
