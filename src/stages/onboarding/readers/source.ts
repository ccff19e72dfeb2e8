import type { FetchLimits } from '../../../egress/port.ts';
import { mayBeDrawn } from '../../../studio/pictures/may-be-drawn.ts';
import { pictureOfDataUrl } from '../../../studio/pictures/picture-data-url.ts';
import type { Evidence } from '../evidence.ts';
import { extractors, logoExtractors } from '../extract/extractors.ts';
import { fetchQuietly, type FetchDeps } from '../fetch.ts';
import { logoColors } from '../logo-pixels.ts';
import { logosOf, type Reading } from '../merge.ts';
import type { Page } from '../page.ts';
import type { PageReader, PageReading } from '../page-reader.ts';
import { rankLogos } from '../rank/logo.ts';
import { readPage } from '../read-page.ts';
import { styledPage } from '../styled-page.ts';

const logoTriesMax = 3;
const logoLimits: FetchLimits = { bytesMax: 8 * 1024 * 1024, timeoutMs: 5_000, accept: 'image/*' };

/** Returns the reader of the source of a page: HTML, and its stylesheets if `isIdentity` is true. */
export function sourceReader(isIdentity: boolean) {
  return {
    read: async (page: Page, deps: FetchDeps): Promise<Extract<PageReading, { kind: 'read' }>> => {
      const { findings } = isIdentity ? await readStyled(page, deps) : readPage(page, extractors, deps.logger);
      return { kind: 'read', findings };
    },
  } satisfies PageReader;
}

async function readStyled(page: Page, deps: FetchDeps): Promise<Reading> {
  const [styled, logo] = await Promise.all([styledPage(page, deps), tryLogos(page, deps)]);
  const reading = readPage(styled, extractors, deps.logger);
  reading.findings.colors.push(...logo.colors);
  reading.findings.logos = reading.findings.logos.filter(({ value }) => !logo.missing.has(value.url));
  return reading;
}

interface TriedLogos {
  colors: Evidence<string>[];
  /** URLs of logos that could not be fetched or cannot be drawn. Empty if there is no better logo. */
  missing: Set<string>;
}

/**
 * Fetches the possible logos of a page, best first, until one of them may be drawn. Their URLs are in the HTML, so this
 * function can run while the stylesheets are fetched.
 */
async function tryLogos(page: Page, deps: FetchDeps): Promise<TriedLogos> {
  const missing = new Set<string>();
  const logos = rankLogos(logosOf([readPage(page, logoExtractors, deps.logger)])).slice(0, logoTriesMax);
  for (const { url } of logos.map(({ value }) => value)) {
    const bytes = pictureOfDataUrl(url) ?? (await fetchQuietly(url, logoLimits, deps))?.bytes;
    if (bytes !== undefined && mayBeDrawn(bytes)) return { colors: await logoColors(bytes), missing };
    missing.add(url);
  }
  return { colors: [], missing: new Set() };
}
