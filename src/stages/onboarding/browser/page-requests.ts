import type { Logger } from 'pino';
import pLimit from 'p-limit';
import { EgressError, type Egress, type Fetched, type FetchLimits } from '../../../egress/port.ts';
import { mayBeDrawn } from '../../../studio/pictures/may-be-drawn.ts';
import type { DevTools, DevToolsEvent } from './devtools.ts';
import { pageEncoding } from '../charset.ts';
import { PausedRequest, refusal, requestLimits, type RequestTotals } from './request-rules.ts';

export interface PageRequestsOptions {
  devtools: Pick<DevTools, 'send'>;
  egress: Egress;
  /** Response of the page itself, which was already fetched. */
  document: Fetched;
  mainFrame: string;
  logger: Pick<Logger, 'debug'>;
  signal: AbortSignal;
}

const accepts: Record<string, string> = {
  Document: 'text/html,*/*;q=0.5',
  Stylesheet: 'text/css,*/*;q=0.1',
  Image: 'image/*',
};

/**
 * Answers every request that the browser makes for a page: fetches the file through the egress guard, which checks each
 * address, and passes the file to the browser.
 *
 * Guarantee: the browser itself sends no request to the network. A request that this class does not answer stays
 * paused, and the browser has no network connection anyway.
 */
export class PageRequests {
  readonly #options: PageRequestsOptions;
  readonly #totals: RequestTotals;
  readonly #inTurn = pLimit(requestLimits.concurrency);
  /** Responses that were already fetched, by URL: that of the page itself, and those of redirected requests. */
  readonly #ready = new Map<string, Fetched>();
  /** URLs of pictures that this project cannot decode. */
  readonly #browserOnly = new Set<string>();
  /** Origins of the documents that the browser was given for the main frame. */
  readonly #origins = new Set<string>();
  #open = 0;
  #whenIdle: (() => void)[] = [];

  constructor(options: PageRequestsOptions) {
    this.#options = options;
    this.#totals = { requests: 0, bytes: 0, navigations: 0, mainFrame: options.mainFrame };
    this.#ready.set(withoutHash(options.document.url), options.document);
  }

  /** Number of requests and bytes so far. */
  get totals(): Readonly<RequestTotals> {
    return this.#totals;
  }

  get isIdle(): boolean {
    return this.#open === 0;
  }

  /** Reports whether the browser was given a document of the URL's origin. A page may change the rest of its URL. */
  hasServed({ protocol, origin }: URL): boolean {
    return /^https?:$/.test(protocol) && this.#origins.has(origin);
  }

  /** Reports whether a picture was loaded that only a browser can show. */
  isBrowserOnly(url: string): boolean {
    return this.#browserOnly.has(withoutHash(url));
  }

  /** Resolves as soon as no request is open. */
  idle(): Promise<void> {
    if (this.isIdle) return Promise.resolve();
    return new Promise((resolve) => {
      this.#whenIdle.push(resolve);
    });
  }

  /** Answers the request of a `Fetch.requestPaused` event. Ignores other events. */
  handle({ method, params, session }: DevToolsEvent): void {
    if (method !== 'Fetch.requestPaused') return;
    const { data: paused } = PausedRequest.safeParse(params);
    if (paused === undefined) return;
    this.#open += 1;
    this.#answer(paused, session)
      .catch(async (error: unknown) => {
        this.#options.logger.debug({ err: error }, 'failed to answer a request of the browser');
        // For example, the browser refuses a header of the response. A request that stays paused delays the page.
        await this.#fail(paused, session);
      })
      .catch(() => undefined) // The browser has ended.
      .finally(() => {
        this.#close();
      });
  }

  #close(): void {
    this.#open -= 1;
    if (!this.isIdle) return;
    for (const resolve of this.#whenIdle.splice(0)) resolve();
  }

  async #answer(paused: PausedRequest, session: string | undefined): Promise<void> {
    this.#totals.requests += 1;
    if (paused.resourceType === 'Document') this.#totals.navigations += 1;
    if (refusal(paused, this.#totals) !== undefined) return this.#fail(paused, session);
    // Few responses are in memory at a time: the next file is fetched once the browser has taken this one.
    return this.#inTurn(() => this.#fulfill(paused, session));
  }

  async #fulfill(paused: PausedRequest, session: string | undefined): Promise<void> {
    const fetched = await this.#fetch(paused);
    if (fetched === undefined) return this.#fail(paused, session);
    const { requestId, request, resourceType } = paused;
    if (resourceType === 'Image' && isBrowserOnly(fetched.bytes)) this.#browserOnly.add(withoutHash(request.url));
    if (resourceType === 'Document') this.#origins.add(new URL(request.url).origin);
    const response = this.#responseOf(paused, fetched);
    await this.#options.devtools.send('Fetch.fulfillRequest', { requestId, ...response }, session);
  }

  async #fail({ requestId }: PausedRequest, session: string | undefined): Promise<void> {
    await this.#options.devtools.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' }, session);
  }

  /**
   * Returns the parameters of `Fetch.fulfillRequest`. If the fetch was redirected, the browser is redirected to the
   * final URL too, and its next request gets the file.
   */
  #responseOf({ request, resourceType }: PausedRequest, fetched: Fetched): Record<string, unknown> {
    const headers = [{ name: 'cache-control', value: 'no-store' }];
    // Fonts are allowed from any origin: a font is only used for painting, and a missing font changes the layout.
    const allowOrigin = resourceType === 'Font' ? '*' : fetched.allowOrigin;
    if (allowOrigin !== undefined) headers.push({ name: 'access-control-allow-origin', value: allowOrigin });
    const target = withoutHash(fetched.url);
    if (target !== withoutHash(request.url)) {
      this.#ready.set(target, fetched);
      return { responseCode: 302, responseHeaders: [...headers, { name: 'location', value: fetched.url }] };
    }
    const contentType = resourceType === 'Document' ? typeOfPage(fetched) : fetched.contentType;
    if (contentType !== null) headers.push({ name: 'content-type', value: contentType });
    return { responseCode: 200, responseHeaders: headers, body: fetched.bytes.toString('base64') };
  }

  async #fetch(paused: PausedRequest): Promise<Fetched | undefined> {
    const url = withoutHash(paused.request.url);
    const ready = this.#ready.get(url);
    const isDocument = ready === this.#options.document;
    // The document stays ready: a page that reloads itself gets the same response, and navigations are limited. Scripts
    // that read the page again count against the limit of bytes like other requests.
    if (ready === undefined || (isDocument && paused.resourceType !== 'Document')) return this.#fetchNow(url, paused);
    if (!isDocument) this.#ready.delete(url);
    return ready;
  }

  async #fetchNow(url: string, paused: PausedRequest): Promise<Fetched | undefined> {
    const { egress, signal, logger } = this.#options;
    const bytesMax = Math.min(requestLimits.bodyBytesMax, requestLimits.bytesMax - this.#totals.bytes);
    if (signal.aborted || bytesMax <= 0) return undefined;
    try {
      const fetched = await egress.fetch(url, { ...limitsOf(paused), bytesMax }, signal);
      this.#totals.bytes += fetched.bytes.length;
      return fetched;
    } catch (error) {
      if (!(error instanceof EgressError)) throw error;
      if (error.reason === 'too_large') this.#totals.bytes += bytesMax;
      logger.debug({ url, reason: error.sentence }, 'a file of the painted page is missing');
      return undefined;
    }
  }
}

/**
 * Returns the content type of a page with the encoding in which its source is read. Without an encoding, the browser
 * would not recognise UTF-8.
 */
function typeOfPage({ bytes, contentType }: Fetched): string | null {
  const type = (contentType ?? '').split(/[;,]/)[0]?.trim().toLowerCase() ?? '';
  return /html|xml$/.test(type) ? `${type}; charset=${pageEncoding(bytes, contentType)}` : contentType;
}

/** Reports whether a picture cannot be decoded here. Browsers do not show compressed files, so they are not unpacked. */
const isBrowserOnly = (bytes: Buffer): boolean => bytes[0] !== 0x1f && !mayBeDrawn(bytes);

function limitsOf({ request, resourceType }: PausedRequest): Omit<FetchLimits, 'bytesMax'> {
  const origin = request.headers['Origin'] ?? request.headers['origin'];
  return {
    timeoutMs: requestLimits.timeoutMs,
    accept: accepts[resourceType] ?? '*/*',
    ...(resourceType === 'Document' && { isCutAccepted: true }),
    ...(origin !== undefined && /^https?:\/\/[\x21-\x7e]{1,300}$/.test(origin) && { origin }),
  };
}

function withoutHash(url: string): string {
  const at = url.indexOf('#');
  return at === -1 ? url : url.slice(0, at);
}
