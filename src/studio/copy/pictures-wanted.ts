import { hasMoney } from '../../words/money.ts';
import { labelsIn } from '../../words/templates.ts';
import type { Brief } from '../brief.ts';
import { priced } from './lists.ts';

/**
 * Returns how many pictures an ad has to show: the number that the direction asks for, else all pictures if each has a
 * name with a price or if a text of the ad counts them (`Four spices`), else 1.
 */
export function picturesWanted({ copy, direction, pictures }: Pick<Brief, 'copy' | 'direction' | 'pictures'>): number {
  if (direction.products !== undefined) return direction.products;
  const shown = pictures.filter(({ role }) => role !== 'logo' && role !== 'reference');
  if (shown.length < 2) return 1;
  const isEachPriced = shown.every(({ alt }) => alt !== null && priced(alt) !== null);
  const texts = [copy.headline, copy.subheadline, copy.offer].filter((text) => !hasMoney(text));
  return isEachPriced || texts.some((text) => counts(text, shown.length)) ? shown.length : 1;
}

function counts(text: string, number: number): boolean {
  const digits: readonly string[] = text.match(/\p{Nd}+(?![\p{Nd}.,]*\s?%)/gu) ?? [];
  return digits.includes(String(number)) || labelsIn('numbers', text).includes(String(number));
}
