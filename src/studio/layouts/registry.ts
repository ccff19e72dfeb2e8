import { card } from './card.ts';
import { framed } from './framed.ts';
import { fullBleed } from './full-bleed.ts';
import type { Layout } from './layout.ts';
import { offer } from './offer.ts';
import { packshot } from './packshot.ts';
import { split } from './split.ts';
import { statement } from './statement.ts';

/** All layouts. A new layout must be added to this list. */
export const layouts: readonly Layout[] = [fullBleed, split, packshot, offer, card, framed, statement];
