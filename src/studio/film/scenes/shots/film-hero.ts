import type { Direction } from '../../../../schema/direction.ts';
import { heroOf } from '../../../layouts/hero.ts';
import type { ShotTexts } from '../shot-input.ts';

/** Maximum length, in characters, of a price or an offer that fits one line of a film in very large type. */
const lengthMax = 12;

/**
 * Returns which text of a deal is shown in very large type: the one that the direction wants to be the largest, if it is
 * short enough. Returns null if each is too long for it, or if the direction wants the headline to be the largest.
 */
export function filmHero(
  texts: Pick<ShotTexts, 'offer' | 'price'>,
  largest: Direction['largest'],
): 'price' | 'offer' | null {
  if (largest === 'headline') return null;
  const isShort = (role: 'price' | 'offer'): boolean => texts[role] !== '' && texts[role].length <= lengthMax;
  if ((largest === 'price' || largest === 'offer') && isShort(largest)) return largest;
  const hero = heroOf(texts);
  return hero !== null && isShort(hero) ? hero : null;
}
