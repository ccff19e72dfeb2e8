import type { BrandSource } from '../../schema/brand.ts';
import type { Page } from './page.ts';

/** A value found on a page, with its source and the extractor's confidence in it (0 to 1). */
export interface Found<T> {
  value: T;
  source: BrandSource;
  confidence: number;
}

export interface FoundLogo extends Found<string> {
  /** True if the logo is an icon of the page or its manifest, not a picture on the page. */
  isIcon?: true;
}

export type ColorRole = 'primary' | 'accent' | 'surface' | 'ink' | 'muted' | 'other';

export interface ColorValue {
  /** `#rrggbb`. */
  hex: string;
  label: string | null;
  role: ColorRole;
}

export interface FontValue {
  family: string | null;
  url: string | null;
}

export interface PictureValue {
  url: string;
  alt: string | null;
}

export interface ProductValue {
  name: string | null;
  description: string | null;
  price: string | null;
  currency: string | null;
  images: string[];
}

/** Everything that one extractor may find on one page. It sets only the fields that it supports. */
export interface Findings {
  names: Found<string>[];
  logos: FoundLogo[];
  colors: Found<ColorValue>[];
  fonts: Found<FontValue>[];
  headlines: Found<string>[];
  subheadlines: Found<string>[];
  ctas: Found<string>[];
  products: Found<ProductValue>[];
  pictures: Found<PictureValue>[];
  languages: Found<string>[];
}

/**
 * One way to read a page. It is a pure function: all data is fetched before. To add an extractor, write a file and list
 * it in `extractors.ts`.
 */
export type Extractor = (page: Page) => Partial<Findings>;

/** Returns a list with the value as a find, or an empty list if there is no value. */
export function sighting<T>(value: T | null | undefined, source: BrandSource, confidence: number): Found<T>[] {
  return value === undefined || value === null ? [] : [{ value, source, confidence }];
}

export const noProduct: ProductValue = { name: null, description: null, price: null, currency: null, images: [] };
