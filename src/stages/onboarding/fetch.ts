import type { Logger } from 'pino';
import type { GivenPage } from '../../ads/ad-request.ts';
import { withoutFragment } from '../../domain/urls.ts';
import { EgressError, type Egress, type Fetched, type FetchLimits } from '../../egress/port.ts';

export interface FetchDeps {
  egress: Egress;
  signal: AbortSignal;
  logger: Pick<Logger, 'debug' | 'warn'>;
}

const pageLimits: FetchLimits = {
  bytesMax: 5 * 1024 * 1024,
  timeoutMs: 15_000,
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
  failureBytesMax: 512 * 1024,
  isCutAccepted: true,
};

export type Answer =
  { kind: 'fetched'; page: GivenPage; fetched: Fetched } | { kind: 'failed'; page: GivenPage; error: EgressError };

/** Fetches the web pages that the request names. Fetches each URL once, even if brand and product have the same URL. */
export async function fetchPages(pages: GivenPage[], deps: FetchDeps): Promise<Answer[]> {
  const byUrl = new Map<string, Promise<Answer>>();
  return Promise.all(
    pages.map(async (page) => {
      const key = withoutFragment(page.url);
      const answer = byUrl.get(key) ?? fetchPage(page, page.url, deps);
      byUrl.set(key, answer);
      return { ...(await answer), page };
    }),
  );
}

/**
 * Fetches a web page of the request. `url` is the address of the page, or the address to which the page forwards. A
 * failed fetch is returned, not thrown. Throws only if the stage was stopped, and for bugs.
 */
export async function fetchPage(page: GivenPage, url: string, { egress, signal }: FetchDeps): Promise<Answer> {
  try {
    return { kind: 'fetched', page, fetched: withoutHalves(await egress.fetch(url, pageLimits, signal)) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof EgressError)) throw error;
    return { kind: 'failed', page, error };
  }
}

/**
 * Removes what follows the last end tag of a page that was cut short, so that no half of a headline, a price or a URL is
 * read. A page without an end tag is left as it is.
 */
function withoutHalves(fetched: Fetched): Fetched {
  const lastEnd = fetched.bytes.lastIndexOf('</');
  const end = fetched.bytes.indexOf('>', Math.max(lastEnd, 0));
  if (fetched.isCut !== true || lastEnd === -1) return fetched;
  return { ...fetched, bytes: fetched.bytes.subarray(0, end === -1 ? lastEnd : end + 1) };
}

/**
 * Fetches a file such as a stylesheet. If the fetch fails, logs this and returns undefined, because the response of the
 * job needs no note about a missing stylesheet.
 */
export async function fetchQuietly(url: string, limits: FetchLimits, deps: FetchDeps): Promise<Fetched | undefined> {
  try {
    return await deps.egress.fetch(url, limits, deps.signal);
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!(error instanceof EgressError)) throw error;
    deps.logger.debug(
      { url, reason: error.sentence },
      'failed to fetch a file that a page refers to; continuing without the file',
    );
    return undefined;
  }
}
