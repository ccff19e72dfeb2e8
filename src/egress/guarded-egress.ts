import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { Client, Dispatcher } from 'undici';
import { judgeAddress, judgeUrl, type AllowEntry } from '../domain/address-rule.ts';
import { decodeBody } from './decode-body.ts';
import { asEgressError } from './failure.ts';
import { EgressError, type Egress, type Fetched, type FetchLimits } from './port.ts';

const redirectsMax = 5;
const headerBytesMax = 32_768;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

type Resolve = (hostname: string) => Promise<string[]>;

const resolveBySystem: Resolve = async (hostname) => {
  const found = await lookup(hostname, { all: true, order: 'verbatim' });
  return found.map((entry) => entry.address);
};

export interface GuardedEgressOptions {
  allow: readonly AllowEntry[];
  version: string;
  resolve?: Resolve;
}

interface Hop {
  url: URL;
  limits: FetchLimits;
  signal: AbortSignal;
}

type HopResult = { kind: 'arrived'; fetched: Fetched } | { kind: 'redirected'; location: string };

/**
 * Fetches with undici, without proxies, cookies or credentials from the environment. Guarantee: the connection uses
 * only checked addresses.
 *
 * Each hop (request to one URL) resolves the host name once, checks every address and passes exactly these addresses to
 * the connection. A connection serves one request and is destroyed afterwards. So neither a pooled socket nor a second
 * resolution can lead to an unchecked address, and no open connection keeps the process running.
 */
export class GuardedEgress implements Egress {
  readonly #allow: readonly AllowEntry[];
  readonly #userAgent: string;
  readonly #resolve: Resolve;

  constructor(options: GuardedEgressOptions) {
    this.#allow = options.allow;
    this.#userAgent = `adwright-stage/${options.version} (+brand onboarding)`;
    this.#resolve = options.resolve ?? resolveBySystem;
  }

  async fetch(url: string, limits: FetchLimits, signal?: AbortSignal): Promise<Fetched> {
    const deadline = AbortSignal.timeout(limits.timeoutMs);
    const ends = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    let next = this.#judged(url);
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      const result = await this.#guardedHop({ url: next, limits, signal: ends }, deadline);
      if (result.kind === 'arrived') return result.fetched;
      next = this.#judged(result.location, next);
    }
    throw new EgressError('too_many_redirects', next.host, `it redirects more than ${redirectsMax} times`);
  }

  /** Returns the normalised URL if the rules allow this URL; addresses are checked later. Throws `EgressError`. */
  #judged(text: string, base?: URL): URL {
    const url = URL.parse(text, base?.href);
    if (url === null) throw new EgressError('url_not_allowed', base?.host ?? 'the URL', 'it is not a valid URL');
    const verdict = judgeUrl(url.href, this.#allow);
    // A URL without a host, such as a `file:` URL, is reported under the host that redirected to it.
    const host = url.host === '' && base !== undefined ? base.host : url.host;
    if (!verdict.allowed) throw new EgressError('url_not_allowed', host, verdict.why);
    if (url.username !== '' || url.password !== '') {
      throw new EgressError('url_not_allowed', url.host, 'the URL contains credentials');
    }
    return url;
  }

  async #guardedHop(hop: Hop, deadline: AbortSignal): Promise<HopResult> {
    try {
      return await this.#hop(hop);
    } catch (error) {
      if (error instanceof EgressError) throw error;
      const host = hop.url.host;
      if (deadline.aborted) throw new EgressError('timed_out', host, 'it took too long', { cause: error });
      if (hop.signal.aborted) throw new EgressError('aborted', host, 'the fetch was stopped', { cause: error });
      throw asEgressError(error, host);
    }
  }

  async #hop(hop: Hop): Promise<HopResult> {
    const addresses = await this.#addressesOf(hop);
    // Imported lazily, so that a process that fetches nothing does not load undici.
    const { Client } = await import('undici');
    const client = new Client(hop.url.origin, clientOptions(addresses, hop.limits.timeoutMs));
    try {
      return await this.#exchange(client, hop);
    } finally {
      await client.destroy();
    }
  }

  async #addressesOf(hop: Hop): Promise<string[]> {
    const hostname = hop.url.hostname.replace(/^\[|\]$/g, '');
    const addresses = isIP(hostname) === 0 ? await unlessAborted(this.#resolve(hostname), hop.signal) : [hostname];
    if (addresses.length === 0) throw new EgressError('not_resolved', hop.url.host, 'the name does not resolve');
    const port = Number(hop.url.port || (hop.url.protocol === 'https:' ? 443 : 80));
    for (const address of addresses) {
      // The verdict's message contains the address. The caller knows only the name, so the address is not revealed.
      if (!judgeAddress(address, port, this.#allow).allowed) {
        throw new EgressError('url_not_allowed', hop.url.host, 'its address or port is not allowed');
      }
    }
    return addresses;
  }

  async #exchange(client: Client, { url, limits, signal }: Hop): Promise<HopResult> {
    const answer = await client.request({
      method: 'GET',
      path: url.pathname + url.search,
      headers: {
        'user-agent': this.#userAgent,
        accept: limits.accept ?? '*/*',
        'accept-encoding': 'gzip, deflate, br, zstd',
      },
      signal,
    });
    // The client is destroyed without reading the rest of the body, so the stream's error is ignored.
    answer.body.on('error', () => undefined);
    const location = headerOf(answer, 'location');
    if (redirectStatuses.has(answer.statusCode) && location !== undefined) {
      return { kind: 'redirected', location: Buffer.from(location, 'latin1').toString('utf8') };
    }
    if (answer.statusCode < 200 || answer.statusCode > 299) throw await badStatus(answer, { url, limits, signal });
    return { kind: 'arrived', fetched: await received(answer, { url, limits, signal }) };
  }
}

async function received(answer: Dispatcher.ResponseData, { url, limits, signal }: Hop): Promise<Fetched> {
  const bytes = await decodeBody(answer.body, headerOf(answer, 'content-encoding'), limits.bytesMax, signal);
  const contentType = headerOf(answer, 'content-type') ?? null;
  return { url: url.href, status: answer.statusCode, contentType, bytes };
}

async function badStatus(answer: Dispatcher.ResponseData, hop: Hop): Promise<EgressError> {
  const { failureBytesMax: bytesMax } = hop.limits;
  const asked = bytesMax === undefined ? undefined : received(answer, { ...hop, limits: { ...hop.limits, bytesMax } });
  const body = await asked?.catch(() => undefined);
  const detail = `it answered with status ${answer.statusCode}`;
  return new EgressError('bad_status', hop.url.host, detail, { answer: body });
}

function headerOf(answer: Dispatcher.ResponseData, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function clientOptions(addresses: string[], timeoutMs: number): Client.Options {
  const judged = addresses.map((address) => ({ address, family: isIP(address) }));
  const lookup: LookupFunction = (_hostname, options, done) => {
    const [first] = judged;
    if (options.all === true) done(null, judged);
    else if (first !== undefined) done(null, first.address, first.family);
  };
  return {
    connect: { lookup, timeout: timeoutMs },
    allowH2: false,
    pipelining: 0,
    maxHeaderSize: headerBytesMax,
    headersTimeout: timeoutMs,
    bodyTimeout: timeoutMs,
  };
}

/**
 * Returns the result of `work`, or rejects when the signal aborts: a name resolution cannot be cancelled, but its
 * result can be ignored.
 */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  return new Promise<T>((resolve, reject) => {
    const stop = (): void => {
      reject(new Error('aborted'));
    };
    signal.addEventListener('abort', stop, { once: true });
    work.then(resolve, reject).finally(() => {
      signal.removeEventListener('abort', stop);
    });
  });
}
