import { z } from 'zod';

/** Limits of the requests that one page may make. */
export const requestLimits = {
  requestsMax: 400,
  bodyBytesMax: 8 * 1024 * 1024,
  bytesMax: 40 * 1024 * 1024,
  /** Maximum number of documents that are loaded, because a page may forward to another page or reload itself. */
  navigationsMax: 4,
  concurrency: 12,
  timeoutMs: 5_000,
} as const;

/** Event `Fetch.requestPaused` of the DevTools protocol. */
export const PausedRequest = z.object({
  requestId: z.string().max(200),
  request: z.object({
    url: z.string(),
    method: z.string().max(40),
    headers: z.record(z.string(), z.string()),
  }),
  frameId: z.string().max(200),
  resourceType: z.string().max(40),
});
export type PausedRequest = z.infer<typeof PausedRequest>;

/** Types of requests that are needed for painting a page. Sound, films, beacons and sockets are left out on purpose. */
const paintedTypes = new Set(['Document', 'Stylesheet', 'Image', 'Font', 'Script', 'XHR', 'Fetch']);

/** Reports whether the browser fetches a file in advance, or opens a stream of server-sent events, which never ends. */
function isForLater({ headers }: PausedRequest['request']): boolean {
  return headers['Sec-Purpose'] !== undefined || (headers['Accept'] ?? '').includes('text/event-stream');
}

export interface RequestTotals {
  requests: number;
  bytes: number;
  navigations: number;
  mainFrame: string;
}

/**
 * Returns why a request of the page is refused, or undefined for a request that the guard may fetch. Only GET requests
 * for files that are needed for painting the page are allowed, up to the limits in `requestLimits`.
 */
export function refusal(paused: PausedRequest, totals: RequestTotals): string | undefined {
  return refusalByKind(paused) ?? refusalByTotals(paused, totals);
}

function refusalByKind({ request, resourceType }: PausedRequest): string | undefined {
  if (request.method !== 'GET') return 'only GET is allowed';
  if (!/^https?:\/\//i.test(request.url)) return 'only http and https are allowed';
  if (request.url.length > 8_192) return 'the URL is too long';
  const isPainted = paintedTypes.has(resourceType) && !isForLater(request);
  return isPainted ? undefined : 'this kind of request is not needed for painting';
}

function refusalByTotals({ frameId, resourceType }: PausedRequest, totals: RequestTotals): string | undefined {
  if (totals.requests > requestLimits.requestsMax) return 'the page makes too many requests';
  if (totals.bytes >= requestLimits.bytesMax) return 'the files of the page are too large';
  if (resourceType !== 'Document') return undefined;
  if (frameId !== totals.mainFrame) return 'frames are not loaded';
  return totals.navigations > requestLimits.navigationsMax ? 'the page forwards too often' : undefined;
}
