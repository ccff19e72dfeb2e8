import type { GivenPage } from '../../src/domain/given-pages.ts';
import type { BrandExtract } from '../../src/schema/brand.ts';
import { extractBrand } from '../../src/stages/onboarding/extract-brand.ts';
import { fetchPages, type FetchDeps } from '../../src/stages/onboarding/fetch.ts';

/** Reads the pages of one job. Returns undefined if no page could be read. */
export type Reader = (pages: GivenPage[], deps: FetchDeps) => Promise<BrandExtract | undefined>;

const readStatic: Reader = async (pages, deps) => {
  const { extract } = await extractBrand(await fetchPages(pages, deps), deps);
  return extract;
};

/** Readers by the name that `--reader` takes. */
export const readers: ReadonlyMap<string, Reader> = new Map([['static', readStatic]]);
