import type { BrandExtract } from '../../../src/schema/brand.ts';

/** Returns an onboarding result that is empty except for the given fields. */
export function brandExtract(some: Partial<BrandExtract> = {}): BrandExtract {
  return {
    name: null,
    colors: [],
    fonts: [],
    logo: null,
    headlines: [],
    ctas: [],
    product: null,
    brandLines: [],
    subheadlines: [],
    pictures: [],
    language: 'en',
    notes: [],
    ...some,
  };
}
