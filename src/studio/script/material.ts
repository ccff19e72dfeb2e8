import type { Tone } from '../brief.ts';
import type { GivenCopy } from '../copy/ad-copy.ts';
import type { Direction } from './direction.ts';

/** Everything that a script is written from. */
export interface ScriptMaterial {
  /** Requested language as a canonical BCP-47 tag. */
  language: string;
  /** Length of the film. */
  seconds: number;
  /** Seed of all choices that nothing else decides. */
  seed: string;
  tone: Tone;
  brand: string | null;
  product: string | null;
  description: string | null;
  /** Price as the page or the request states it, with its currency. */
  price: string | null;
  /** Texts of the request. */
  given: readonly GivenCopy[];
  /** Texts of the web pages, best first. */
  page: PageTexts;
  /** Creative direction in free text. */
  prompt: string | undefined;
  /** True if the film has a voice. In a film without a voice, the texts on the screen carry the story. */
  hasVoice: boolean;
  /**
   * Kinds of pictures that the film can show. `product`: pictures of the product. `scene`: photos of places or people.
   */
  pictures: { product: boolean; scene: boolean };
}

export interface PageTexts {
  headline: string;
  /** Sentences about the brand or the product. */
  lines: readonly string[];
  cta: string;
}

/** Texts of one language, ready for a writer. */
export interface WritingTask {
  material: ScriptMaterial;
  direction: Direction;
  /** Language of the film's words. */
  language: string;
  /** Sentences about the product, cleaned, in order: the description first, then the pages. */
  sentences: readonly string[];
  copy: { headline: string; subheadline: string; cta: string; offer: string; price: string };
  /** True for texts of the request: they are always used. */
  isGiven: { headline: boolean; subheadline: boolean; cta: boolean };
}
