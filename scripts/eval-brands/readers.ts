import pino from 'pino';
import type { GivenPage } from '../../src/ads/ad-request.ts';
import type { BrandExtract } from '../../src/schema/brand.ts';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import { findBrowser } from '../../src/stages/onboarding/browser/find-browser.ts';
import { chooseIsolation } from '../../src/stages/onboarding/browser/isolation.ts';
import { launchBrowser } from '../../src/stages/onboarding/browser/launch.ts';
import { extractOf, readPages, type ExtractDeps } from '../../src/stages/onboarding/extract-brand.ts';
import { fetchPages, type FetchDeps } from '../../src/stages/onboarding/fetch.ts';
import type { Reading } from '../../src/stages/onboarding/merge.ts';
import type { PageReader } from '../../src/stages/onboarding/page-reader.ts';
import { keptPaintings } from './kept-paintings.ts';

/** What was read on the pages of one job. `extract` is undefined if no page could be read. */
export interface BrandReading {
  readings: Reading[];
  extract: BrandExtract | undefined;
}

export type Reader = (pages: GivenPage[], deps: FetchDeps) => Promise<BrandReading>;

async function readWith(pages: GivenPage[], deps: ExtractDeps): Promise<BrandReading> {
  const { readings, notes } = await readPages(await fetchPages(pages, deps), deps);
  return { readings, extract: extractOf(readings, notes) };
}

/** Time limit in milliseconds for painting one page. */
const paintTimeoutMs = 20_000;

/** Returns a reader that paints pages with the browser of this machine, and keeps them in a folder if one is named. */
async function browserReader(paintings: string | undefined): Promise<PageReader> {
  const logger = pino({ level: 'silent' });
  const [program, isolation] = await Promise.all([findBrowser('', process.env['PATH'] ?? ''), chooseIsolation()]);
  if (program === undefined || isolation === undefined)
    throw new Error('No browser is usable here. `make install` installs one on Debian.');
  return new BrowserReader({
    open: () => launchBrowser({ program, isolation, logger }),
    timeoutMs: paintTimeoutMs,
    ...(paintings !== undefined && { paint: keptPaintings(paintings) }),
  });
}

/**
 * Reads pages from their source and as a browser paints them, like the onboarding stage on a machine with a browser.
 */
const readBoth =
  (paintings: string | undefined): Reader =>
  async (pages, deps) =>
    readWith(pages, { ...deps, browser: await browserReader(paintings) });

/** Names of readers, which `--reader` takes. */
export const readerNames = ['static', 'both'] as const;

/** Returns the reader with a name; undefined if there is none. `paintings` is a folder in which painted pages are kept. */
export function readerOf(name: string, paintings: string | undefined): Reader | undefined {
  if (name === 'static') return readWith;
  return name === 'both' ? readBoth(paintings) : undefined;
}
