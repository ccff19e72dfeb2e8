/**
 * Input of the studio for one ad. All decisions are made and all files fetched and checked, so the studio needs no
 * network.
 *
 * `u` in the studio is 1 % of the short side of the canvas.
 */
export interface Brief {
  /** Decides every free choice. The same brief gives the same pixels. */
  seed: string;
  /** Canonical BCP-47 tag of the copy. */
  language: string;
  /** The creative idea in words, and the mood that decides about layout, type and background. */
  concept: string | null;
  tone: Tone;
  kit: BrandKit;
  copy: Copy;
  /** Best first. May be empty. */
  pictures: Picture[];
  /** Statements from the description, word for word, for layouts that show them. */
  facts: string[];
  /** Draws no text; the logo stays. */
  noText: boolean;
}

export type Tone = 'bold' | 'elegant' | 'friendly' | 'technical' | 'natural' | 'playful';

/** Texts of an image ad; `''` for a text that is absent. */
export interface Copy {
  headline: string;
  subheadline: string;
  cta: string;
  offer: string;
  price: string;
}

/**
 * Colours as `#rrggbb`, made from the brand in OKLCH. Contrast is already corrected: ink on surface and onPrimary on
 * primary have at least 4.5:1.
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
  /** Theme that fits the brand. Layouts may use the other one for variety. */
  prefers: 'light' | 'dark';
  /** Fetched and readable fonts of the brand (TTF, OTF, WOFF, WOFF2), display first. */
  fonts: FontFile[];
  logo: Picture | null;
}

export interface FontFile {
  family: string;
  bytes: Buffer;
}

/** A checked still picture that is decoded on demand: verified type, at most 50 megapixels, first frame only. */
export interface Picture {
  /** Encoded bytes of a raster format that sharp reads. EXIF orientation is not applied yet. */
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
  /** Name of the layout used. */
  layout: string;
  /** The copy on the ad; `''` for a text that was not drawn. */
  copy: Copy;
  hasLogo: boolean;
  /** The photo or product on the ad; null without one. */
  shown: Pick<Picture, 'role' | 'alt'> | null;
  /** Every quality check, measured on the pixels. */
  checks: QualityCheck[];
}
