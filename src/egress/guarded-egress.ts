import type { Dispatcher } from 'undici';
import { decodeBody } from './decode-body.ts';
import { asEgressError } from './failure.ts';
import type { SingleUseClient } from './connection.ts';
import type { Guard } from './guard.ts';
import { EgressError, type Egress, type Fetched, type FetchLimits } from './port.ts';

const redirectsMax = 5;
const headerBytesMax = 32_768;
const redirectStatuses = new Set([301, 302, 303, 307, 308]);

export interface GuardedEgressOptions {
  guard: Guard;
  version: string;
}

interface Hop {
  url: URL;
  limits: FetchLimits;
  signal: AbortSignal;
}

type HopResult = { kind: 'arrived'; fetched: Fetched } | { kind: 'redirected'; location: string };

/**
 * Fetches pages and pictures with undici. Requests contain no cookies, and no credentials from the environment.
 *
 * Each hop (request to one URL) resolves the host name once, checks every address, and connects only to these
 * addresses. A connection serves one request and is then destroyed, because a reused connection could lead to an
 * address that was not checked. No open connection keeps the process running.
 */
export class GuardedEgress implements Egress {
  readonly #guard: Guard;
  readonly #userAgent: string;

  constructor(options: GuardedEgressOptions) {
    this.#guard = options.guard;
    this.#userAgent = `adwright-stage/${options.version} (+brand onboarding)`;
  }

  async fetch(url: string, limits: FetchLimits, signal?: AbortSignal): Promise<Fetched> {
    const deadline = AbortSignal.timeout(limits.timeoutMs);
    const ends = signal === undefined ? deadline : AbortSignal.any([deadline, signal]);
    let next = this.#guard.judge(url);
    for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
      const result = await this.#guardedHop({ url: next, limits, signal: ends }, deadline);
      if (result.kind === 'arrived') return result.fetched;
      next = this.#guard.judge(result.location, next);
    }
    throw new EgressError('too_many_redirects', next.host, `the URL redirects more than ${redirectsMax} times`);
  }

  async #guardedHop(hop: Hop, deadline: AbortSignal): Promise<HopResult> {
    try {
      return await this.#hop(hop);
    } catch (error) {
      if (error instanceof EgressError) throw error;
      const host = hop.url.host;
      if (deadline.aborted) throw new EgressError('timed_out', host, 'the fetch took too long', { cause: error });
      if (hop.signal.aborted) throw new EgressError('aborted', host, 'the fetch was stopped', { cause: error });
      throw asEgressError(error, host);
    }
  }

  async #hop(hop: Hop): Promise<HopResult> {
    const route = await this.#guard.route(hop.url, hop.signal);
    // Loads undici at the first request, so that a process that fetches nothing does not load it.
    const { connectTo } = await import('./connection.ts');
    const { timeoutMs } = hop.limits;
    const limits = { maxHeaderSize: headerBytesMax, headersTimeout: timeoutMs, bodyTimeout: timeoutMs };
    const connection = await connectTo(hop.url, route, { timeoutMs, limits, signal: hop.signal });
    try {
      return await this.#exchange(connection, hop);
    } finally {
      await connection.client.destroy();
    }
  }

  async #exchange({ client, target, headers }: SingleUseClient, { url, limits, signal }: Hop): Promise<HopResult> {
    const answer = await client.request({
      method: 'GET',
      path: target,
      headers: {
        'user-agent': this.#userAgent,
        accept: limits.accept ?? '*/*',
        'accept-encoding': 'gzip, deflate, br, zstd',
        ...(limits.origin !== undefined && { origin: limits.origin }),
        ...headers,
      },
      signal,
    });
    // The client may be destroyed before the whole body was read. The body then emits an error, which is ignored.
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
  const allowOrigin = headerOf(answer, 'access-control-allow-origin');
  return {
    url: url.href,
    status: answer.statusCode,
    contentType,
    bytes,
    ...(allowOrigin !== undefined && { allowOrigin }),
  };
}

async function badStatus(answer: Dispatcher.ResponseData, hop: Hop): Promise<EgressError> {
  const { failureBytesMax: bytesMax } = hop.limits;
  const asked = bytesMax === undefined ? undefined : received(answer, { ...hop, limits: { ...hop.limits, bytesMax } });
  const body = await asked?.catch(() => undefined);
  const detail = `the server answered with status ${answer.statusCode}`;
  return new EgressError('bad_status', hop.url.host, detail, { answer: body });
}

function headerOf(answer: Dispatcher.ResponseData, name: string): string | undefined {
  const value = answer.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
