import { givenPages, type AdRequest } from '../ads/ad-request.ts';
import { onboardingStage } from '../ads/onboarding.ts';
import { readJson } from '../domain/json-text.ts';
import { nothingRead } from '../domain/notes.ts';
import { BrandExtract, type Brand } from '../schema/brand.ts';
import { layOver, pageProduct, type GivenBrand } from '../studio/brand-kit/brand.ts';
import type { PageWords } from '../studio/copy/page-copy.ts';
import { onlySure, unsureNotes } from './only-sure.ts';
import { apartFromSoftHyphens } from './soft-hyphens.ts';
import type { StageContext } from './stage.ts';

export interface BrandFacts {
  /** The request with texts without soft hyphens. */
  request: AdRequest;
  /** Words of the request with soft hyphens, which are possible line breaks. */
  softHyphens: readonly string[];
  given: GivenBrand;
  /**
   * Data about the brand. Values from the request take precedence over values from the web pages. The logo is still
   * null, because it is chosen later, when the pictures have been fetched.
   */
  brand: Brand;
  /** Facts from the web pages, without those that are not sure enough to be printed. */
  extract: BrandExtract | undefined;
  /** The product found on the pages is included only if the ad is about this product. */
  page: PageWords | undefined;
  pageField: string;
  /**
   * Preferred language of the ad's texts, as a BCP-47 tag: that of the request or, if the request names none, of the
   * page.
   */
  language: string;
  notes: string[];
}

/**
 * Combines the request with the result of the onboarding stage, which reads the web pages. If that stage could not read
 * the pages, adds a note for the response instead of throwing an error.
 */
export async function readBrandFacts({
  request: whole,
  input,
  read,
}: Pick<StageContext, 'request' | 'input' | 'read'>): Promise<BrandFacts> {
  const { request, softHyphens } = apartFromSoftHyphens(whole);
  const given = givenBrand(request);
  const pageField = request.brandUrl === undefined ? 'product_metadata.product_url' : `${request.brandField}.brand_url`;
  const { state: ended, message = '' } = input.earlier[onboardingStage] ?? { state: 'Skipped' };
  const found = ended === 'Succeeded' ? extractOf(await read('onboarding/brand.json')) : undefined;
  const extract = found && onlySure(found);
  const state = stateOf(ended, found);
  return {
    request,
    softHyphens,
    given,
    brand: layOver(given, { state, extract: extract && withAllLines(extract, found) }, null),
    extract,
    page: extract && { ...extract, product: pageProduct(given, extract.product) },
    pageField,
    language: languageOf(request.language, extract),
    notes:
      found === undefined || extract === undefined
        ? unreadNotes(request, ended, message)
        : [...extract.notes, ...unsureNotes(found, extract, request)],
  };
}

/** Returns what is sure, with all lines that were found: the response lists them with the confidence of each. */
const withAllLines = (sure: BrandExtract, { headlines, ctas }: BrandExtract): BrandExtract => ({
  ...sure,
  headlines,
  ctas,
});

const unreadNotes = (request: AdRequest, ended: Ended, message: string): string[] =>
  ended === 'Skipped' ? [] : [failedNote(request, message)];

/**
 * Returns the preferred language of the ad's texts. A job stores the default language if the request names none.
 * Therefore the default language counts as no choice, and the language that the page declares is used instead.
 */
function languageOf(asked: string, extract: BrandExtract | undefined): string {
  return asked.toLowerCase() === defaultLanguage ? (extract?.language ?? asked) : asked;
}

const defaultLanguage = 'en-us';

type Ended = 'Succeeded' | 'Failed' | 'Skipped';

function stateOf(ended: Ended, extract: BrandExtract | undefined): Brand['onboarding'] {
  if (ended === 'Skipped') return 'skipped';
  return extract === undefined ? 'failed' : 'done';
}

function givenBrand(request: AdRequest): GivenBrand {
  const texts = (type: 'headline' | 'cta'): string[] =>
    request.adCopies.filter(({ copyType }) => copyType === type).map(({ copyText }) => copyText);
  return {
    name: request.brandName,
    productName: request.productName,
    productDescription: request.productDescription,
    hasProductUrl: request.productUrl !== undefined,
    productImages: request.productImages.map(({ imageUrl }) => imageUrl),
    fonts: request.fonts,
    swatches: request.swatches,
    headlines: texts('headline').slice(0, 1),
    ctas: texts('cta').slice(0, 1),
  };
}

function extractOf(bytes: Buffer | undefined): BrandExtract | undefined {
  if (bytes === undefined) return undefined;
  const parsed = BrandExtract.safeParse(readJson(bytes.toString('utf8')));
  return parsed.data;
}

function failedNote(request: AdRequest, message: string): string {
  return message === '' ? nothingRead(givenPages(request).map((page) => ({ ...page, why: unusable }))) : message;
}

const unusable = 'the result of the onboarding stage could not be read';
