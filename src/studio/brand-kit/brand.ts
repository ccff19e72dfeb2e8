import type { Brand, BrandColor, BrandFont, BrandLogo, BrandProduct, SourcedText } from '../../schema/brand.ts';
import { swatchRole } from './swatch-role.ts';

export interface GivenBrand {
  name: string | undefined;
  productName: string | undefined;
  productDescription: string | undefined;
  /**
   * True if the request contains the URL of the product's page. The product found on that page is then trusted to be
   * the requested product, even if its name differs.
   */
  hasProductUrl: boolean;
  productImages: string[];
  fonts: { family: string | null; url: string | null }[];
  swatches: { hex: string; label?: string | undefined }[];
  headlines: string[];
  ctas: string[];
}

type Known = Omit<Brand, 'onboarding'>;

export interface Onboarded {
  state: Brand['onboarding'];
  extract: Known | undefined;
}

/**
 * Merges the brand data of the request with the brand data found on web pages. A name, colours, fonts or product images
 * in the request replace those from the pages. Headlines and calls to action from both are kept, those of the request
 * first.
 */
export function layOver(given: GivenBrand, { state, extract = silent }: Onboarded, logo: BrandLogo | null): Brand {
  return {
    name: given.name ?? extract.name,
    colors: given.swatches.length > 0 ? given.swatches.map(givenColor) : extract.colors,
    fonts: given.fonts.length > 0 ? given.fonts.map(givenFont) : extract.fonts,
    logo,
    headlines: withGiven(given.headlines, extract.headlines),
    ctas: withGiven(given.ctas, extract.ctas),
    product: layOverProduct(given, extract.product),
    onboarding: state,
  };
}

const silent: Known = {
  name: null,
  colors: [],
  fonts: [],
  logo: null,
  headlines: [],
  ctas: [],
  product: null,
};

/**
 * Returns the product found on web pages. Returns null if the request names a different product, because the price and
 * pictures on the pages would be those of the wrong product.
 */
export function pageProduct(given: GivenBrand, found: BrandProduct | null): BrandProduct | null {
  if (found === null || given.hasProductUrl || given.productName === undefined || found.name === null) return found;
  return isSameName(given.productName, found.name) ? found : null;
}

function layOverProduct(given: GivenBrand, found: BrandProduct | null): BrandProduct | null {
  const page = pageProduct(given, found);
  const { productName, productDescription, productImages } = given;
  if (productName === undefined && productDescription === undefined && productImages.length === 0) return page;
  const { description, images, ...offered } = page ?? unnamed;
  return {
    ...(productName === undefined ? offered : renamed(offered, productName)),
    description: productDescription ?? description,
    images: productImages.length > 0 ? productImages : images,
    source: 'request',
  };
}

type Offered = Omit<BrandProduct, 'source' | 'description' | 'images'>;

/** Returns what is found about a product with another name. How sure the found name was says nothing about it. */
const renamed = ({ price, currency, certainty }: Offered, name: string): Offered => ({
  name,
  price,
  currency,
  ...(certainty !== undefined && { certainty }),
});

const unnamed: Omit<BrandProduct, 'source'> = {
  name: null,
  description: null,
  price: null,
  currency: null,
  images: [],
};

const givenColor = ({ hex, label }: GivenBrand['swatches'][number]): BrandColor => ({
  hex: longHex(hex),
  label: label ?? null,
  role: swatchRole(label ?? null),
  source: 'request',
  confidence: 1,
});

const givenFont = ({ family, url }: GivenBrand['fonts'][number]): BrandFont => ({
  family,
  url,
  source: 'request',
  confidence: 1,
});

function withGiven(given: string[], found: SourcedText[]): SourcedText[] {
  const first = given.map((text): SourcedText => ({ text, source: 'request' }));
  return [...first, ...found.filter(({ text }) => !given.includes(text))];
}

function longHex(hex: string): string {
  const lower = hex.toLowerCase();
  return lower.length === 4 ? lower.replace(/[0-9a-f]/g, '$&$&') : lower;
}

/**
 * Reports whether two product names mean the same product: they share at least 60 % of the words of the shorter name.
 * For example, "Aero Trainer 2" matches "Aero Trainer 2 – Men's shoes", but "Aero Trainer" does not match "Trail
 * Jacket".
 */
function isSameName(a: string, b: string): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const [few, many] = first.length <= second.length ? [first, second] : [second, first];
  const shared = few.filter((word) => many.includes(word)).length;
  return few.length > 0 && shared / few.length >= 0.6;
}

const wordsOf = (name: string): string[] => [...name.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word);
