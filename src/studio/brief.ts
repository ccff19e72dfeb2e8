/**
 * What the studio is asked to draw: everything is already decided, fetched and checked. The studio never reaches out.
 * `u` in the studio is 1 % of the canvas's short side.
 */
export interface Brief {
  /** Decides every free choice; the same brief gives the same pixels. */
  seed: string;
  /** Canonical BCP-47 tag of the copy. */
  language: string;
  /** The creative idea in words, and the mood that steers layout, type and ground. */
  concept: string | null;
  tone: Tone;
  kit: BrandKit;
  copy: Copy;
  /** Best first. Empty when there is none to use. */
  pictures: Picture[];
  /** Facts that stand in the description, for layouts that show them; never invented. */
  facts: string[];
  /** Draw no text at all; the logo stays. */
  noText: boolean;
}

export type Tone = 'bold' | 'elegant' | 'friendly' | 'technical' | 'natural' | 'playful';

/** What an image ad says; `''` where nothing is said. */
export interface Copy {
  headline: string;
  subheadline: string;
  cta: string;
  offer: string;
  price: string;
}

/** Colours are `#rrggbb`. Made from the brand in OKLCH, contrast already mended: ink on surface and onPrimary on primary are at least 4.5:1. */
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
  /** Which of the two fits the brand; layouts may take the other for variety. */
  prefers: 'light' | 'dark';
  /** Fonts of the brand that were fetched and can be read (TTF, OTF, WOFF, WOFF2), display first. */
  fonts: FontFile[];
  logo: Picture | null;
}

export interface FontFile {
  family: string;
  bytes: Buffer;
}

/** A decoded-on-demand still picture that was checked: real type, at most 50 megapixels, first frame only. */
export interface Picture {
  /** Encoded bytes of a raster format sharp reads; EXIF orientation not yet applied. */
  bytes: Buffer;
  /** After EXIF orientation. */
  width: number;
  height: number;
  role: 'logo' | 'product' | 'packshot' | 'lifestyle' | 'reference';
  hasAlpha: boolean;
  alt: string | null;
}

export interface QualityCheck {
  check: string;
  value: number;
  limit: number;
  passed: boolean;
}

export interface RenderedAd {
  /** Encoded PNG without metadata. */
  png: Buffer;
  width: number;
  height: number;
  /** Name of the layout that was taken. */
  layout: string;
  /** The copy that was really drawn; `''` where nothing was. */
  copy: Copy;
  hasLogo: boolean;
  /** The picture that was drawn, photo or product; null where none was. */
  shown: Pick<Picture, 'role' | 'alt'> | null;
  /** Every hard rule, measured on the pixels. */
  checks: QualityCheck[];
}
