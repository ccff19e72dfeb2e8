import type { Copy } from '../brief.ts';
import { leadsToPrice } from '../text/leaning-words.ts';

export type Deal = Pick<Copy, 'offer' | 'price'>;

/** Returns the offer and the price as a film shows them: as one text if the offer leads to its price (`From $599`). */
export const dealOf = ({ offer, price }: Deal): Deal =>
  price !== '' && leadsToPrice(offer) ? { offer: '', price: `${offer} ${price}` } : { offer, price };
