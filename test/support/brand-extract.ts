import type { BrandExtract } from '../../src/schema/brand.ts';

/** What onboarding found, with nothing in it but what is given. */
export function brandExtract(some: Partial<BrandExtract> = {}): BrandExtract {
  return {
    name: null,
    colors: [],
    fonts: [],
    logo: null,
    headlines: [],
    ctas: [],
    product: null,
    subheadlines: [],
    pictures: [],
    language: 'en',
    notes: [],
    ...some,
  };
}
