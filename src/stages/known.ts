import { givenPages, nothingRead } from '../domain/given-pages.ts';
import { onboardingStage } from '../domain/pipelines.ts';
import { BrandExtract, type Brand } from '../schema/brand.ts';
import type { ImageAdSpec } from '../schema/adjob.ts';
import { layOver, pageProduct, type GivenBrand } from '../studio/brand-kit/brand.ts';
import type { PageWords } from '../studio/copy/page-copy.ts';
import type { StageContext } from './stage.ts';

/** All that is known of an image ad before anything is drawn: what was asked, and what the pages say. */
export interface Known {
  ad: ImageAdSpec;
  given: GivenBrand;
  /** The request's values over the pages'; the logo is chosen later, when it was looked at. */
  brand: Brand;
  extract: BrandExtract | undefined;
  /** The pages' words; the product only where it is the one that the ad is for. */
  page: PageWords | undefined;
  /** The field through which pages were read, as REST names it. */
  pageField: string;
  /** What onboarding left out, or why there was none. */
  notes: string[];
}

/** Read request and extract. Pages that could not be read are a note, never a failure. */
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

/** What the request itself says, in the studio's words. */
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

/** A stage that succeeded has no message, although its file cannot be read. */
function failedNote(spec: StageContext['spec'], message: string): string {
  return message === '' ? nothingRead(givenPages(spec).map((page) => ({ ...page, why: unusable }))) : message;
}

const unusable = 'what onboarding wrote could not be read';
