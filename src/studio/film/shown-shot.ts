import type { Span } from './timeline.ts';

/** A text that a film shows, or that its voice says, and its time. */
export interface TimedText extends Span {
  text: string;
}

/** Content of one shot of a finished film: a part of the film without a change of picture. */
export interface ShownShot extends Span {
  /** Name of the layout. */
  layout: string;
  picture: 'product' | 'lifestyle' | null;
  hasLogo: boolean;
  texts: readonly TimedText[];
}
