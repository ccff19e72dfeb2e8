import type { Box, Size } from './box.ts';
import type { Direction } from '../schema/direction.ts';

/**
 * Input for drawing one ad. All files have been fetched and checked and all decisions have been made before, so the
 * studio needs no network.
 *
 * In the studio, the unit `u` is 1 % of the short side of the canvas.
 */
export interface Brief {
  /** Seed of all choices that nothing else decides. The same input gives the same pixels. */
  seed: string;
  /** Language of the texts on the ad, as a canonical BCP-47 tag. */
  language: string;
  concept: string | null;
  tone: Tone;
  kit: BrandKit;
  copy: Copy;
  /** Pictures for the ad, best first; the list may be empty. */
  pictures: Picture[];
  facts: string[];
  /** Words of the texts in which the author of the texts has put soft hyphens. The texts themselves have none. */
  softHyphens?: readonly string[];
  /** Palette, ground and composition of all ads of the job. Without it, the seed decides. */
  look?: Look | undefined;
  /** True for an ad without any text. The logo is still drawn. */
  noText: boolean;
  /** Wishes of the request for the look and the words of the ad. `{}` if it has none. */
  direction: Direction;
  /** Sentences of a film that a model has spoken, and its name. Absent: the studio's own voice speaks, if installed. */
  speech?: RecordedSpeech | undefined;
  /** Scenes of a film that a model has filmed. Absent: none. */
  clips?: readonly FilmedClip[] | undefined;
}

/** Clip of a scene that a model has filmed. It has been checked. `width` and `height` are those of its frames. */
export interface FilmedClip extends Size {
  /** Position of the scene in the script. */
  scene: number;
  /** Name of provider and model. */
  model: string;
  bytes: Buffer;
  seconds: number;
  /** Frame from the middle of the clip. Its mask shows the subject at all times of the clip. */
  still: Picture;
}

export interface RecordedSpeech {
  /** Name of provider and model. */
  voice: string;
  sentences: RecordedSentence[];
}

export interface RecordedSentence {
  text: string;
  /** Mono sound as signed 16-bit numbers, little-endian. */
  samples: Buffer;
  /** Samples per second. */
  sampleRate: number;
}

/** Palette, ground and composition that all ads of a job have in common, whatever their aspect ratio. */
export interface Look {
  /** Colours of the kit that are used. */
  theme: 'light' | 'dark';
  ground: GroundStyle;
  /** Names of the layouts that are tried first, best first. May be empty. */
  layouts: string[];
  /** Number of the variant of a layout. Free choices, such as a side or a shape, differ between variants. */
  variant: number;
}

/** `quiet`: the surface colour. `tinted`: surface with some of the primary colour. `loud`: the primary colour. */
export type GroundStyle = 'quiet' | 'tinted' | 'loud';

export type Tone = 'bold' | 'elegant' | 'friendly' | 'technical' | 'natural' | 'playful';

/** Texts on an image ad. A missing text is `''`. */
export interface Copy {
  headline: string;
  subheadline: string;
  cta: string;
  offer: string;
  price: string;
}

/**
 * Colours of a theme (light or dark) as `#rrggbb`, made from the brand's colours in the OKLCH colour space. `ink` is
 * the colour of text. The contrast has been corrected: `ink` on `surface` and `onPrimary` on `primary` have at least
 * 4.5:1.
 */
export interface ColorRoles {
  surface: string;
  ink: string;
  primary: string;
  onPrimary: string;
  accent: string;
  muted: string;
}

export interface BrandKit {
  name: string | null;
  light: ColorRoles;
  dark: ColorRoles;
  prefers: 'light' | 'dark';
  /**
   * Fonts of the brand that were fetched and can be read (TTF, OTF, WOFF, WOFF2). The font for headlines comes first.
   */
  fonts: FontFile[];
  /** Families of bundled fonts that were asked for by name. The family for headlines comes first. */
  families?: readonly string[];
  logo: Picture | null;
}

export interface FontFile {
  family: string;
  bytes: Buffer;
}

/**
 * A still picture that is decoded only when it is needed. The file type and the size (at most 50 megapixels) have been
 * checked. Of an animation, only the first frame is used.
 */
export interface Picture {
  /**
   * File content of the picture, in a raster format that the library sharp can read. A rotation given in the EXIF data
   * is not applied yet.
   */
  bytes: Buffer;
  /** Width and height in pixels, after the rotation given in the EXIF data is applied. */
  width: number;
  height: number;
  role: 'logo' | 'product' | 'packshot' | 'lifestyle' | 'reference';
  hasAlpha: boolean;
  alt: string | null;
  /** Soft mask of the main objects, as a grey PNG stretched to a square, if a network has found them. */
  mask?: Buffer;
}

/** Something on an ad, and the box that it fills. */
export interface Placed {
  kind: 'text' | 'button' | 'badge' | 'logo' | 'product' | 'photo';
  box: Box;
}

export interface QualityCheck {
  check: string;
  value: number;
  limit: number;
  passed: boolean;
}

export interface RenderedAd {
  png: Buffer;
  width: number;
  height: number;
  layout: string;
  copy: Copy;
  /** Texts on the ad beside its copy: facts, and names and prices of pictures. */
  details: readonly string[];
  /** Texts that were left out because there was not enough room for them. */
  dropped: readonly string[];
  /** Texts in which a word is broken across two lines. */
  broken: readonly string[];
  hasLogo: boolean;
  shown: Pick<Picture, 'role' | 'alt'> | null;
  checks: QualityCheck[];
  /** Score of the composition and its parts, each from 0 (bad) to 1 (good). */
  score: { total: number; parts: { name: string; value: number }[] };
  /** Size of the type of each text, in pixels. `signature` is the name of the brand. */
  sizes: Partial<Record<keyof Copy | 'signature', number>>;
  /** Places that the quality checks measured. */
  places: { safe: Box; elements: Placed[] };
}
