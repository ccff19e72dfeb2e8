import type { z } from 'zod';
import type { CamelKeys } from '../schema/camel.ts';
import type { AdCopies, ColorSwatches, ImageObjects } from '../schema/request-parts.ts';

type Given<S extends z.ZodType> = CamelKeys<z.output<S>>;

/** The fields that the requests for all types of ads have in common, under one set of names. */
export interface AdRequest {
  /** Name of the request field that describes the brand, for notes in the response. */
  brandField: string;
  brandUrl: string | undefined;
  brandName: string | undefined;
  brandImages: Given<typeof ImageObjects>;
  /** Fonts of the brand: names of font families, or URLs of font files. */
  fonts: { family: string | null; url: string | null }[];
  swatches: Given<typeof ColorSwatches>;
  productUrl: string | undefined;
  productName: string | undefined;
  productDescription: string | undefined;
  productImages: Given<typeof ImageObjects>;
  adCopies: Given<typeof AdCopies>;
  /** Language of the ad, as a BCP-47 tag. */
  language: string;
  /** Creative direction in free text. */
  direction: string | undefined;
  noText: boolean;
}

interface GivenBrand {
  brandUrl?: string | undefined;
  brandName?: string | undefined;
  brandImages?: AdRequest['brandImages'] | undefined;
  colorSwatches?: AdRequest['swatches'] | undefined;
}

interface GivenProduct {
  productUrl?: string | undefined;
  productName?: string | undefined;
  productDescription?: string | undefined;
  productImages: AdRequest['productImages'];
}

export function brandParts(brand: GivenBrand) {
  return {
    brandUrl: brand.brandUrl,
    brandName: brand.brandName,
    brandImages: brand.brandImages ?? [],
    swatches: brand.colorSwatches ?? [],
  };
}

export function productParts(product: GivenProduct | undefined) {
  return {
    productUrl: product?.productUrl,
    productName: product?.productName,
    productDescription: product?.productDescription,
    productImages: product?.productImages ?? [],
  };
}

export interface GivenPage {
  role: 'brand' | 'product';
  field: string;
  url: string;
}

export function givenPages({ brandField, brandUrl, productUrl }: AdRequest): GivenPage[] {
  return [
    ...page('brand', `${brandField}.brand_url`, brandUrl),
    ...page('product', 'product_metadata.product_url', productUrl),
  ];
}

function page(role: GivenPage['role'], field: string, url: string | undefined): GivenPage[] {
  return url === undefined ? [] : [{ role, field, url }];
}
