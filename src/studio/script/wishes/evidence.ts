import type { ShownShot, TimedText } from '../../film/shown-shot.ts';
import type { Span } from '../../film/timeline.ts';
import type { ElementKind } from './wish.ts';

/** Everything in a finished film that a wish can be compared with. */
export interface FilmEvidence {
  seconds: number;
  shots: readonly ShownShot[];
  /** Words of the voice; empty for a film without one. */
  said: readonly TimedText[];
  hasMusic: boolean;
  /** Times of the captions in the picture. */
  captions: readonly Span[];
  /** Texts of the request and the pages that the film may show. A missing text is `''`; a price may have two forms. */
  texts: {
    price: readonly string[];
    offer: string;
    headline: string;
    subheadline: string;
    cta: string;
    productName: string;
    brandName: string;
  };
  /** Why the film cannot have an element, such as `no voice is installed`. */
  lacks: Partial<Record<ElementKind, string>>;
}
