/**
 * Input of the studio for one ad. All files were fetched and checked and all decisions were made before, so the studio
 * needs no network.
 *
 * In the studio, `u` means 1 % of the short side of the canvas.
 */
export interface Brief {
  /** Seed that decides every free choice. The same brief gives the same pixels. */
  seed: string;
  /** Language of the copy, as a canonical BCP-47 tag. */
  language: string;
  /** The creative idea in words; null if there is none. */
  concept: string | null;
  tone: Tone;
  kit: BrandKit;
  copy: Copy;
  /** Pictures for the ad, the best one first. The list may be empty. */
  pictures: Picture[];
  /** Statements from the description, word for word, for layouts that show them. */
  facts: string[];
  /** True for an ad without any text. The logo is still drawn. */
  noText: boolean;
}

export type Tone = 'bold' | 'elegant' | 'friendly' | 'technical' | 'natural' | 'playful';

/** Texts of an image ad. A text that is absent is `''`. */
export interface Copy {
  headline: string;
  subheadline: string;
  cta: string;
  offer: string;
  price: string;
}

/**
 * Colours as `#rrggbb`, made from the brand's colours in the OKLCH colour space. Contrast is already corrected: `ink`
 * on `surface` and `onPrimary` on `primary` have at least 4.5:1.
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
  /** Theme that fits the brand. An ad may use the other theme for variety. */
  prefers: 'light' | 'dark';
  /**
   * Fonts of the brand that were fetched and can be read (TTF, OTF, WOFF, WOFF2). The font for headlines is the first.
   */
  fonts: FontFile[];
  logo: Picture | null;
}

export interface FontFile {
  family: string;
  bytes: Buffer;
}

/**
 * A still picture that is decoded only when it is needed. Already checked: the file type, and that it has at most 50
 * megapixels. Only the first frame is used.
 */
export interface Picture {
  /** Encoded bytes of the picture, in a raster format that sharp can read. The EXIF orientation is not applied yet. */
  bytes: Buffer;
  /** Width in pixels, after EXIF orientation is applied; `height` likewise. */
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
  /** Name of the layout that the ad was drawn with. */
  layout: string;
  /** The copy on the ad. A text that was not drawn is `''`. */
  copy: Copy;
  hasLogo: boolean;
  /** The photo or product on the ad; null for an ad without either. */
  shown: Pick<Picture, 'role' | 'alt'> | null;
  /** Result of every quality check, measured on the drawn ad. */
  checks: QualityCheck[];
}
