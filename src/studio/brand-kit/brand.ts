import type { Brand, BrandColor, BrandFont, BrandLogo, BrandProduct, SourcedText } from '../../schema/brand.ts';
import { swatchRole } from './swatch-role.ts';

/** Brand and product as the request describes them, for all types of ads. */
export interface GivenBrand {
  name: string | undefined;
  productName: string | undefined;
  productDescription: string | undefined;
  /**
   * True if the request contains the URL of its product's page. The content of that page is then about this product.
   */
  hasProductUrl: boolean;
  productImages: string[];
  fonts: { family: string | null; url: string | null }[];
  swatches: { hex: string; label?: string | undefined }[];
  headlines: string[];
  ctas: string[];
}

type Known = Omit<Brand, 'onboarding'>;

/** Result of the onboarding stage, which reads the pages. */
export interface Onboarded {
  state: Brand['onboarding'];
  extract: Known | undefined;
}

/**
 * Merges the request with what the pages say. A list in the request replaces the whole list from the pages, and a text
 * in the request takes precedence over a text from the pages.
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
 * Returns the product found on the pages. Returns null if the request names another product, because price and pictures
 * would be wrong.
 */
export function pageProduct(given: GivenBrand, found: BrandProduct | null): BrandProduct | null {
  if (found === null || given.hasProductUrl || given.productName === undefined || found.name === null) return found;
  return isSameName(given.productName, found.name) ? found : null;
}

function layOverProduct(given: GivenBrand, found: BrandProduct | null): BrandProduct | null {
  const page = pageProduct(given, found);
  const { productName, productDescription, productImages } = given;
  if (productName === undefined && productDescription === undefined && productImages.length === 0) return page;
  const { name, description, price, currency, images } = page ?? unnamed;
  return {
    name: productName ?? name,
    description: productDescription ?? description,
    price,
    currency,
    images: productImages.length > 0 ? productImages : images,
    source: 'request',
  };
}

const unnamed = { name: null, description: null, price: null, currency: null, images: [] };

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

/** Expands `#RGB` to `#rrggbb` and keeps alpha. */
function longHex(hex: string): string {
  const lower = hex.toLowerCase();
  return lower.length === 4 ? lower.replace(/[0-9a-f]/g, '$&$&') : lower;
}

/**
 * Reports whether two names mean the same product: "Aero Trainer 2" and "Aero Trainer 2 – Men's shoes" do; "Aero
 * Trainer" and "Trail Jacket" do not.
 */
function isSameName(a: string, b: string): boolean {
  const [first, second] = [wordsOf(a), wordsOf(b)];
  const [few, many] = first.length <= second.length ? [first, second] : [second, first];
  const shared = few.filter((word) => many.includes(word)).length;
  return few.length > 0 && shared / few.length >= 0.6;
}

const wordsOf = (name: string): string[] => [...name.toLowerCase().matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => word);
