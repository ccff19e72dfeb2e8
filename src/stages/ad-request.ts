import type { AdJobSpec, ImageAdSpec, VideoAdSpec } from '../schema/adjob.ts';

type Copies = NonNullable<ImageAdSpec['adCopies']>;
type Images = NonNullable<ImageAdSpec['brandData']['brandImages']>;
type Swatches = NonNullable<ImageAdSpec['brandData']['colorSwatches']>;

/** The fields that the requests for images and for videos have in common, under one set of names. */
export interface AdRequest {
  /** Name of the request field that describes the brand, for notes in the response. */
  brandField: 'brand_data' | 'brand_metadata';
  brandUrl: string | undefined;
  brandName: string | undefined;
  brandImages: Images;
  /** Fonts of the brand. A request for an image names font files, a request for a video names font families. */
  fonts: { family: string | null; url: string | null }[];
  swatches: Swatches;
  productUrl: string | undefined;
  productName: string | undefined;
  productDescription: string | undefined;
  productImages: Images;
  adCopies: Copies;
  /** Language of the ad, as a BCP-47 tag. */
  language: string;
  /** Creative direction in free text. */
  direction: string | undefined;
  noText: boolean;
}

export function adRequest({ image, video }: Pick<AdJobSpec, 'image' | 'video'>): AdRequest {
  if (image !== undefined) return ofImage(image);
  if (video !== undefined) return ofVideo(video);
  throw new Error('The AdJob has neither an image request nor a video request.');
}

function ofImage({ brandData: brand, productMetadata, adCopies, generationMetadata: options }: ImageAdSpec): AdRequest {
  return {
    brandField: 'brand_data',
    ...brandParts(brand),
    fonts: (brand.fonts ?? []).map((url) => ({ family: null, url })),
    ...productParts(productMetadata),
    adCopies: adCopies ?? [],
    language: options.language,
    direction: options.userDirection,
    noText: options.noText,
  };
}

function ofVideo({ brandMetadata, productMetadata, adCopies, generationMetadata: options }: VideoAdSpec): AdRequest {
  return {
    brandField: 'brand_metadata',
    ...brandParts(brandMetadata),
    fonts: (brandMetadata.fonts ?? []).map((family) => ({ family, url: null })),
    ...productParts(productMetadata),
    adCopies: adCopies ?? [],
    language: options.locale,
    direction: options.userPrompt,
    noText: false,
  };
}

function brandParts(brand: ImageAdSpec['brandData'] | VideoAdSpec['brandMetadata']) {
  return {
    brandUrl: brand.brandUrl,
    brandName: brand.brandName,
    brandImages: brand.brandImages ?? [],
    swatches: brand.colorSwatches ?? [],
  };
}

function productParts(product: ImageAdSpec['productMetadata'] | VideoAdSpec['productMetadata']) {
  return {
    productUrl: product?.productUrl,
    productName: product?.productName,
    productDescription: product?.productDescription,
    productImages: product?.productImages ?? [],
  };
}
