import { hasMoney } from '../../words/money.ts';
import { comparable } from '../../words/comparable.ts';
import type { Direction } from '../../schema/direction.ts';
import type { Copy } from '../brief.ts';
import { copyOf, copyParts } from '../copy/drawn-copy.ts';

/**
 * Reports whether a direction forbids a text: the text states an amount of money although the price is refused, or it
 * has a forbidden word.
 */
export function isForbidden(text: string, { refused = [], unsaid = [] }: Direction): boolean {
  if (refused.includes('price') && hasMoney(text)) return true;
  const words: readonly string[] = comparable(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  return unsaid.some((word) => (unspaced.test(word) ? comparable(text).includes(word) : words.includes(word)));
}

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * Returns the texts that a direction allows. A refusal also beats the texts of the request. The price is a part of the
 * offer: without the offer it is shown only if the direction wants it.
 */
export function allowedCopy(copy: Copy, direction: Direction): Copy {
  const { refused = [], wanted = [] } = direction;
  const isOff = (part: keyof Copy): boolean => refused.includes(part) || isForbidden(copy[part], direction);
  const allowed = copyOf((part) => (isOff(part) ? '' : copy[part]));
  if (allowed.offer !== '' || copy.offer === '') return allowed;
  const isStated = hasMoney(copy.offer) && !isForbidden(copy.offer, direction);
  const price = allowed.price === '' && isStated ? copy.offer : allowed.price;
  const isShown = wanted.includes('price') && !isOff('price');
  // Layouts set a price next to its offer. Alone, it takes the place of the offer.
  return { ...allowed, offer: isShown ? price : '', price: '' };
}

/** Reports whether a direction refuses every text. */
export const refusesAllTexts = ({ refused = [] }: Direction): boolean =>
  refused.includes('name') && copyParts.every((part) => refused.includes(part));
