import { firstAmount, hasMoney } from '../../words/money.ts';
import { isLimiting, qualifiedPrice } from '../../words/qualified-price.ts';
import type { Direction } from './direction.ts';
import type { ScriptMaterial } from './material.ts';
import { mentions } from './mentions.ts';
import { refuses } from './wishes/wish.ts';

const refusesPrice = ({ avoid, wishes }: Direction): boolean => avoid.includes('price') || refuses(wishes, 'price');

/** Reports whether a direction forbids to say a text: it states an amount of money, or it has a refused word. */
export const isUnsayable = (text: string, direction: Direction): boolean =>
  (refusesPrice(direction) && hasMoney(text)) || direction.avoidWords.some((word) => mentions(text, word));

/**
 * Returns the material without what the direction forbids to say. A refusal beats the texts of the request. The price
 * of the page is stated as the texts state it, such as `from £49`; without a price if they limit it in other words.
 */
export function sayable(material: ScriptMaterial, direction: Direction): ScriptMaterial {
  const { given, page, price, description } = material;
  const isOff = (text: string): boolean => isUnsayable(text, direction);
  const isDeal = (type: string): boolean => type === 'offer' && refusesPrice(direction);
  return {
    ...material,
    given: given.filter(({ copyType, copyText }) => !isOff(copyText) && !isDeal(copyType)),
    page: {
      headline: isOff(page.headline) ? '' : page.headline,
      lines: page.lines.filter((line) => !isOff(line)),
      cta: isOff(page.cta) ? '' : page.cta,
    },
    price: price === null || refusesPrice(direction) ? null : statedPrice(price, [description ?? '', ...page.lines]),
  };
}

const figuresOf = (text: string): string => (firstAmount(text)?.amount ?? '').replace(/[^\p{Nd}]/gu, '');

function statedPrice(price: string, texts: readonly string[]): string | null {
  const sentences = texts.flatMap((text) => text.split(/(?<=[!?。！？]|(?<!\p{Nd})\.)\s*/u));
  const limited = sentences.find((each) => hasMoney(each) && figuresOf(each) === figuresOf(price) && isLimiting(each));
  return limited === undefined ? price : qualifiedPrice(limited);
}

/**
 * Reports whether a part of a sentence states a price without the limit that one of the sentences gives it: `£1` of `£1
 * for your first month`.
 */
export const losesLimit = (part: string, sentences: readonly string[]): boolean =>
  hasMoney(part) &&
  !isLimiting(part) &&
  sentences.some((each) => figuresOf(each) === figuresOf(part) && isLimiting(each));
