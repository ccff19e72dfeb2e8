import type { FetchLimits } from '../../egress/port.ts';
import type { BrandExtract } from '../../schema/brand.ts';
import { dress } from './dress.ts';
import { extractors, logoExtractors } from './extract/extractors.ts';
import { fetchQuietly, noteOf, type Answer, type FetchDeps } from './fetch.ts';
import type { ColorValue, Found } from './found.ts';
import { logoColors } from './logo-pixels.ts';
import { merge, rankLogos } from './merge.ts';
import { openPage } from './open-page.ts';
import type { Page } from './page.ts';
import { readPage } from './read-page.ts';

const logoLimits: FetchLimits = { bytesMax: 1024 * 1024, timeoutMs: 5_000, accept: 'image/*' };

/** What the pages say; undefined where none of the answers is a page, and the notes tell why. */
export async function extractBrand(
  answers: Answer[],
  deps: FetchDeps,
): Promise<{ extract: BrandExtract | undefined; notes: string[] }> {
  const pages: Page[] = [];
  const notes: string[] = [];
  for (const answer of answers) {
    const page = answer.kind === 'fetched' ? openPage(answer.fetched, answer.wish.role) : undefined;
    if (page !== undefined) pages.push(page);
    else notes.push(answer.kind === 'fetched' ? noteOf(answer.wish, 'it is not a web page') : answer.note);
  }
  const [identity, ...others] = pages;
  if (identity === undefined) return { extract: undefined, notes };
  return { extract: await readPages(identity, others, deps, notes), notes };
}

/** The first page, the brand's where there is one, is looked at with its stylesheets: it shows the brand. */
async function readPages(identity: Page, others: Page[], deps: FetchDeps, notes: string[]): Promise<BrandExtract> {
  const [dressed, colors] = await Promise.all([dress(identity, deps), colorsOfLogo(identity, deps)]);
  const first = readPage(dressed, extractors, deps.logger);
  first.findings.colors.push(...colors);
  return merge([first], [first, ...others.map((page) => readPage(page, extractors, deps.logger))], notes);
}

/** The logo's own colours. Which file that is shows in the page alone, so it is fetched while the stylesheets are. */
async function colorsOfLogo(page: Page, deps: FetchDeps): Promise<Found<ColorValue>[]> {
  const [first] = rankLogos([readPage(page, logoExtractors, deps.logger)]);
  const fetched = first === undefined ? undefined : await fetchQuietly(first.value, logoLimits, deps);
  return fetched === undefined ? [] : logoColors(fetched.bytes);
}
