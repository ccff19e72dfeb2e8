import type { Brief, Copy } from '../brief.ts';
import type { LayoutInput } from '../composition.ts';
import { hasDate } from '../copy/has-date.ts';

/** Text that is the main element of an ad, in much larger type than the headline. */
export type Hero = 'price' | 'offer' | 'subheadline';

/** Maximum length of a price and of an offer, in characters, that become the hero without a direction. */
const lengthMax = { price: 18, offer: 14 } as const;
/** Maximum length of a hero that the direction asks for, in characters. */
const askedLengthMax = 36;

/**
 * Returns which text is the main element of the ad: the price or, if it does not qualify, the offer. A text qualifies
 * if it is short and contains a digit. Returns null if neither text qualifies.
 */
export function heroOf({ price, offer }: Pick<Copy, 'price' | 'offer'>): 'price' | 'offer' | null {
  if (price !== '' && price.length <= lengthMax.price && /\p{N}/u.test(price)) return 'price';
  return offer !== '' && offer.length <= lengthMax.offer && /\p{N}/u.test(offer) ? 'offer' : null;
}

/**
 * Returns the hero of an image ad: the price or offer that the direction wants largest, if it is short enough, else the
 * text of `heroOf`. A direction that wants the headline largest gives no hero; one that wants a date gives only a text
 * with a date.
 */
export function heroIn(texts: Copy, { largest, language }: Pick<LayoutInput, 'largest' | 'language'>): Hero | null {
  if (largest === 'headline') return null;
  if (largest === 'price' || largest === 'offer')
    return texts[largest] !== '' && texts[largest].length <= askedLengthMax ? largest : heroOf(texts);
  if (largest !== 'date') return heroOf(texts);
  const dated = (['offer', 'subheadline', 'price'] as const).find((part) => hasDate(texts[part], language));
  return dated !== undefined && texts[dated].length <= askedLengthMax ? dated : null;
}

type AskedHero = { hero: Hero; heroMax: number; boost: number } | { hero?: undefined; boost: number };

/**
 * Returns the hero that the direction asks for, in the options of a column of texts, and a factor for the size of the
 * headline, which is larger if it is wanted largest itself. They count in each layout, so that no layout that is chosen
 * for other reasons makes another text the largest.
 */
export function askedHero({ largest, type, language }: LayoutInput): AskedHero {
  if (largest !== 'price' && largest !== 'offer') return { boost: largest === 'headline' ? 1.4 : 1 };
  const hero = heroIn(type.texts, { largest, language });
  return hero === null ? { boost: 1 } : { hero, heroMax: 24, boost: 0.5 };
}

export const heroOfBrief = ({ copy, language, direction }: Brief): Hero | null =>
  heroIn(copy, { language, largest: direction.largest });
