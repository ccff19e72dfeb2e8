import { arch } from './arch.ts';
import { badge } from './badge.ts';
import { benefits } from './benefits.ts';
import { course } from './course.ts';
import { event } from './event.ts';
import { property } from './property.ts';
import { quote } from './quote.ts';
import { card } from './card.ts';
import { editorial } from './editorial.ts';
import { fade } from './fade.ts';
import { frame } from './frame.ts';
import { framed } from './framed.ts';
import { fullBleed } from './full-bleed.ts';
import { grid } from './grid.ts';
import { withLargerProduct } from './larger-product.ts';
import type { Layout } from './layout.ts';
import { lookbook } from './lookbook.ts';
import { menu } from './menu.ts';
import { offer } from './offer.ts';
import { packshot } from './packshot.ts';
import { panel } from './panel.ts';
import { priceSplit } from './price-split.ts';
import { seamless } from './seamless.ts';
import { split } from './split.ts';
import { spotlight } from './spotlight.ts';
import { statement } from './statement.ts';

/** A new layout must be added to this list. */
const all: readonly Layout[] = [
  fullBleed,
  split,
  packshot,
  offer,
  card,
  framed,
  statement,
  panel,
  priceSplit,
  badge,
  editorial,
  frame,
  arch,
  lookbook,
  spotlight,
  seamless,
  grid,
  menu,
  benefits,
  quote,
  event,
  property,
  course,
  fade,
];

/** All layouts. */
export const layouts: readonly Layout[] = all.map((layout) =>
  layout === statement ? layout : withLargerProduct(layout),
);
