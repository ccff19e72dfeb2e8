import { heroOf } from '../../../layouts/hero.ts';
import type { ShotTexts } from '../shot-input.ts';

/** Maximum length, in characters, of a price or an offer that fits one line of a film in very large type. */
const lengthMax = 12;

/** Returns which text of a deal is shown in very large type, or null if each is too long for it. */
export function filmHero(texts: Pick<ShotTexts, 'offer' | 'price'>): 'price' | 'offer' | null {
  const hero = heroOf(texts);
  return hero !== null && texts[hero].length <= lengthMax ? hero : null;
}
