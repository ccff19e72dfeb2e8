import type { Logger } from 'pino';
import { EgressError, type Egress, type Fetched, type FetchLimits } from '../../egress/port.ts';
import type { PageRole } from './page.ts';

export interface FetchDeps {
  egress: Egress;
  signal: AbortSignal;
  logger: Pick<Logger, 'debug' | 'warn'>;
}

export interface PageWish {
  role: PageRole;
  /** The field of the request it comes from, as REST names it. */
  field: string;
  url: string;
}

const pageLimits: FetchLimits = {
  bytesMax: 5 * 1024 * 1024,
  timeoutMs: 15_000,
  accept: 'text/html,application/xhtml+xml;q=0.9,*/*;q=0.5',
};

/** What came of a wish: an answer, or a note that names field, host and reason. */
export type Answer = { kind: 'fetched'; wish: PageWish; fetched: Fetched } | { kind: 'left-out'; note: string };

/** The pages, each address asked once, also where brand and product name the same. */
export async function fetchPages(wishes: PageWish[], deps: FetchDeps): Promise<Answer[]> {
  const byUrl = new Map<string, Promise<Fetched>>();
  return Promise.all(
    wishes.map(async (wish): Promise<Answer> => {
      const key = wish.url.replace(/#.*$/, '');
      const fetching = byUrl.get(key) ?? deps.egress.fetch(wish.url, pageLimits, deps.signal);
      byUrl.set(key, fetching);
      try {
        return { kind: 'fetched', wish, fetched: await fetching };
      } catch (error) {
        deps.signal.throwIfAborted();
        return { kind: 'left-out', note: noteOf(wish, reasonOf(wish, error)) };
      }
    }),
  );
}

export function noteOf({ field, url }: PageWish, reason: string): string {
  return `${field} at ${URL.parse(url)?.host ?? 'an unreadable address'} was left out: ${reason}.`;
}

/** After a redirect it may be another host that failed; then the sentence keeps its name. */
function reasonOf({ url }: PageWish, error: unknown): string {
  if (!(error instanceof EgressError)) throw error;
  const isSame = URL.parse(url)?.host === error.host;
  return isSame ? error.sentence.slice(error.host.length + 2) : error.sentence;
}

/** Undefined where it cannot be had: nobody misses a stylesheet by name. */
export async function fetchQuietly(url: string, limits: FetchLimits, deps: FetchDeps): Promise<Fetched | undefined> {
  try {
    return await deps.egress.fetch(url, limits, deps.signal);
  } catch (error) {
    deps.signal.throwIfAborted();
    if (!(error instanceof EgressError)) throw error;
    deps.logger.debug({ url, reason: error.sentence }, 'left out');
    return undefined;
  }
}
