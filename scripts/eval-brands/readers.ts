import pino from 'pino';
import type { GivenPage } from '../../src/ads/ad-request.ts';
import type { BrandExtract } from '../../src/schema/brand.ts';
import { extractBrand } from '../../src/stages/onboarding/extract-brand.ts';
import { findReader } from '../../src/stages/onboarding/browser/find-reader.ts';
import { fetchPages, type FetchDeps } from '../../src/stages/onboarding/fetch.ts';

/** Reads the pages of one job. Returns undefined if no page could be read. */
export type Reader = (pages: GivenPage[], deps: FetchDeps) => Promise<BrandExtract | undefined>;

const readStatic: Reader = async (pages, deps) => {
  const { extract } = await extractBrand(await fetchPages(pages, deps), deps);
  return extract;
};

/**
 * Reads pages from their source and as a browser paints them, like the onboarding stage on a machine with a browser.
 */
const readBoth: Reader = async (pages, deps) => {
  const browser = await findReader(
    { wanted: '', path: process.env['PATH'] ?? '', socket: '' },
    pino({ level: 'silent' }),
  );
  if (browser === undefined) throw new Error('No browser is usable here. `make install` installs one on Debian.');
  const { extract } = await extractBrand(await fetchPages(pages, deps), { ...deps, browser });
  return extract;
};

/** Readers by the name that `--reader` takes. */
export const readers: ReadonlyMap<string, Reader> = new Map([
  ['static', readStatic],
  ['both', readBoth],
]);
