import { givenPages } from '../../ads/ad-request.ts';
import { nothingRead } from '../../domain/notes.ts';
import { BrandUnreadable } from '../stage-errors.ts';
import type { Stage } from '../stage.ts';
import type { BrandExtract } from '../../schema/brand.ts';
import { findReader } from './browser/find-reader.ts';
import { fetchPages } from './fetch.ts';
import type { UnreadPage } from './unread-page.ts';

function summaryOf({ name, logo, colors, headlines, ctas, product }: BrandExtract): string {
  const counts = `${colors.length} colours, ${headlines.length} headlines, ${ctas.length} calls to action`;
  return `${name ?? 'A brand without a name'}: ${counts}, ${logo === null ? 'no' : 'a'} logo, ${product === null ? 'no' : 'a'} product.`;
}

function unreadable(unread: UnreadPage[]): Error {
  const [first] = unread;
  if (first === undefined) return new Error('The request names no page.');
  return new BrandUnreadable(first.reason, nothingRead(unread.map(({ page, why }) => ({ ...page, why }))));
}

/**
 * Reads the web pages of the brand and the product and writes `brand.json`. If one of two pages is unreadable, the
 * result contains a note. If no page is readable, the stage ends without a result and without a retry, which would not help in time, and
 * the job continues without data from the pages.
 */
export const onboarding: Stage = async ({ request, egress, browser: place, signal, logger, write }) => {
  const deps = { egress, signal, logger };
  const fetching = fetchPages(givenPages(request), deps);
  const [{ extractBrand }, browser, answers] = await Promise.all([
    import('./extract-brand.ts'),
    findReader(place, logger),
    fetching,
  ]);
  const { extract, unread } = await extractBrand(answers, { ...deps, browser });
  if (extract === undefined) throw unreadable(unread);
  await write('brand.json', Buffer.from(JSON.stringify(extract)), 'application/json');
  return { summary: summaryOf(extract) };
};
