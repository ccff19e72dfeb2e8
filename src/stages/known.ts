import { givenPages } from '../domain/given-pages.ts';
import { nothingRead } from '../domain/notes.ts';
import { onboardingStage } from '../domain/pipelines.ts';
import { BrandExtract, type Brand } from '../schema/brand.ts';
import type { ImageAdSpec } from '../schema/adjob.ts';
import { layOver, pageProduct, type GivenBrand } from '../studio/brand-kit/brand.ts';
import type { PageWords } from '../studio/copy/page-copy.ts';
import type { StageContext } from './stage.ts';

export interface Known {
  ad: ImageAdSpec;
  given: GivenBrand;
  /**
   * Data about the brand. Values from the request take precedence over values from the web pages. The logo is still
   * null, because it is chosen later, when the pictures have been fetched.
   */
  brand: Brand;
  extract: BrandExtract | undefined;
  /** The product found on the pages is included only if the ad is about this product. */
  page: PageWords | undefined;
  pageField: string;
  notes: string[];
}

/**
 * Combines the request with the result of the onboarding stage, which reads the web pages. If that stage could not read
 * the pages, adds a note for the response instead of throwing an error.
 */
export async function readKnown({ spec, input, read }: Pick<StageContext, 'spec' | 'input' | 'read'>): Promise<Known> {
  if (spec.image === undefined) throw new Error('The job has no image request.');
  const ad = spec.image;
  const given = givenBrand(ad);
  const pageField = ad.brandData.brandUrl === undefined ? 'product_metadata.product_url' : 'brand_data.brand_url';
  const { state: ended, message = '' } = input.earlier[onboardingStage] ?? { state: 'Skipped' };
  const extract = ended === 'Succeeded' ? extractOf(await read('onboarding/brand.json')) : undefined;
  const state = stateOf(ended, extract);
  return {
    ad,
    given,
    brand: layOver(given, { state, extract }, null),
    extract,
    page: extract && { ...extract, product: pageProduct(given, extract.product) },
    pageField,
    notes: state === 'failed' ? [failedNote(spec, message)] : (extract?.notes ?? []),
  };
}

function stateOf(ended: 'Succeeded' | 'Failed' | 'Skipped', extract: BrandExtract | undefined): Brand['onboarding'] {
  if (ended === 'Skipped') return 'skipped';
  return extract === undefined ? 'failed' : 'done';
}

function givenBrand(ad: ImageAdSpec): GivenBrand {
  const { brandData: brand, productMetadata: product, adCopies = [] } = ad;
  const texts = (type: 'headline' | 'cta'): string[] =>
    adCopies.filter(({ copyType }) => copyType === type).map(({ copyText }) => copyText);
  return {
    name: brand.brandName,
    productName: product?.productName,
    productDescription: product?.productDescription,
    hasProductUrl: product?.productUrl !== undefined,
    productImages: (product?.productImages ?? []).map(({ imageUrl }) => imageUrl),
    fonts: (brand.fonts ?? []).map((url) => ({ family: null, url })),
    swatches: brand.colorSwatches ?? [],
    headlines: texts('headline').slice(0, 1),
    ctas: texts('cta').slice(0, 1),
  };
}

function extractOf(bytes: Buffer | undefined): BrandExtract | undefined {
  if (bytes === undefined) return undefined;
  const parsed = BrandExtract.safeParse(JSON.parse(bytes.toString('utf8')));
  return parsed.data;
}

function failedNote(spec: StageContext['spec'], message: string): string {
  return message === '' ? nothingRead(givenPages(spec).map((page) => ({ ...page, why: unusable }))) : message;
}

const unusable = 'the result of the onboarding stage could not be read';
