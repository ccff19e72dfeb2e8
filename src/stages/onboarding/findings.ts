import type { BrandSource } from '../../schema/brand.ts';
import type { Evidence, Features } from './evidence.ts';
import type { Page } from './page.ts';
import type { Price } from './price.ts';

export interface LogoValue {
  url: string;
  /** URL of the file that the browser has painted in place of the logo, because this project cannot draw the file. */
  file?: string;
}

export interface FontValue {
  family: string;
  /** URL of a file of the family. */
  url: string | null;
}

export interface PictureValue {
  url: string;
  alt: string | null;
}

/** A price with its currency. They are a pair: the currency of one price says nothing about another. */
export interface StatedPrice extends Price {
  price: string;
}

export interface Findings {
  names: Evidence<string>[];
  logos: Evidence<LogoValue>[];
  /** Hex values of the colours that the page uses. */
  colors: Evidence<string>[];
  fonts: Evidence<FontValue>[];
  headlines: Evidence<string>[];
  subheadlines: Evidence<string>[];
  ctas: Evidence<string>[];
  productNames: Evidence<string>[];
  prices: Evidence<StatedPrice>[];
  descriptions: Evidence<string>[];
  pictures: Evidence<PictureValue>[];
  languages: Evidence<string>[];
}

/**
 * Reads one kind of data from a web page. An extractor is a pure function: all files are fetched before it runs. To add
 * an extractor, write a file and list it in `extractors.ts`.
 */
export type Extractor = (page: Page) => Partial<Findings>;

/** Returns the evidence for the URL of a logo as a list, which is empty without a URL. */
export function logoAt(url: string | undefined, source: BrandSource, features: Features): Evidence<LogoValue>[] {
  return url === undefined ? [] : [{ value: { url }, source, features }];
}

/** Joins the findings of several extractors or readers. */
export function joined(parts: Partial<Findings>[]): Findings {
  const all = <T>(pick: (part: Partial<Findings>) => T[] | undefined): T[] => parts.flatMap((part) => pick(part) ?? []);
  return {
    names: all(({ names }) => names),
    logos: all(({ logos }) => logos),
    colors: all(({ colors }) => colors),
    fonts: all(({ fonts }) => fonts),
    headlines: all(({ headlines }) => headlines),
    subheadlines: all(({ subheadlines }) => subheadlines),
    ctas: all(({ ctas }) => ctas),
    productNames: all(({ productNames }) => productNames),
    prices: all(({ prices }) => prices),
    descriptions: all(({ descriptions }) => descriptions),
    pictures: all(({ pictures }) => pictures),
    languages: all(({ languages }) => languages),
  };
}
