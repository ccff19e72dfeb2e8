import type { Dispatcher } from 'undici';
import { decodeBody } from './decode-body.ts';
import { asEgressError } from './failure.ts';
import type { Connection, ConnectOptions } from './connection.ts';
import type { Guard, Route } from './guard.ts';
import type { KeptConnections } from './kept-connections.ts';
import { stageUserAgent } from './user-agent.ts';
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

/** Functions that connect, which are loaded with undici. */
interface Connecting {
  connectTo: (url: URL, route: Route, options: ConnectOptions) => Promise<Connection>;
  kept: KeptConnections;
}

/** Head of a response, and the connection over which it comes. */
interface Answered {
  answer: Dispatcher.ResponseData;
  connection: Connection;
}

type HopResult = { kind: 'arrived'; fetched: Fetched } | { kind: 'redirected'; location: string };

/**
 * Fetches pages and pictures with undici. Requests contain no cookies, and no credentials from the environment.
 *
 * Each hop (request to one URL) resolves the host name once and checks every address. Its connection leads to one of
 * these addresses: it is a new connection, or one of an earlier hop to the same origin and one of these addresses. No
 * open connection keeps the process running.
 */
export class GuardedEgress implements Egress {
  readonly #guard: Guard;
  readonly #userAgent: string;
  #loading: Promise<Connecting> | undefined;

  constructor(options: GuardedEgressOptions) {
    this.#guard = options.guard;
    this.#userAgent = stageUserAgent(options.version);
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
    const connecting = await (this.#loading ??= loadConnecting());
    const { answer, connection } = await this.#answered(hop, route, connecting);
    try {
      return await resultOf(answer, hop);
    } finally {
      if (answer.body.readableEnded) await connecting.kept.keep(connection);
      else await connection.client.destroy();
    }
  }

  /**
   * Sends the request over an open connection of an earlier request. Opens a new connection if no such connection is
   * open, or if the server closes it.
   */
  async #answered(hop: Hop, route: Route, { connectTo, kept }: Connecting): Promise<Answered> {
    const used = kept.take(hop.url, route);
    try {
      if (used !== undefined) return await this.#request(used, hop);
    } catch (error) {
      if (hop.signal.aborted || asEgressError(error, hop.url.host).reason !== 'connection_reset') throw error;
    }
    const { timeoutMs } = hop.limits;
    return this.#request(await connectTo(hop.url, route, { headerBytesMax, timeoutMs, signal: hop.signal }), hop);
  }

  async #request(connection: Connection, { limits, signal }: Hop): Promise<Answered> {
    const { client, target, headers } = connection;
    try {
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
        ...{ headersTimeout: limits.timeoutMs, bodyTimeout: limits.timeoutMs, signal },
      });
      // The client may be destroyed before the whole body was read. The body then emits an error, which is ignored.
      answer.body.on('error', () => undefined);
      return { answer, connection };
    } catch (error) {
      await client.destroy();
      throw error;
    }
  }
}

/** Loads undici at the first request, so that a process that fetches nothing does not load it. */
async function loadConnecting(): Promise<Connecting> {
  const [{ connectTo }, { KeptConnections: Kept }] = await Promise.all([
    import('./connection.ts'),
    import('./kept-connections.ts'),
  ]);
  return { connectTo, kept: new Kept() };
}

async function resultOf(answer: Dispatcher.ResponseData, hop: Hop): Promise<HopResult> {
  const location = headerOf(answer, 'location');
  if (redirectStatuses.has(answer.statusCode) && location !== undefined) {
    return { kind: 'redirected', location: Buffer.from(location, 'latin1').toString('utf8') };
  }
  if (answer.statusCode < 200 || answer.statusCode > 299) throw await badStatus(answer, hop);
  return { kind: 'arrived', fetched: await received(answer, hop) };
}

async function received(answer: Dispatcher.ResponseData, { url, limits, signal }: Hop): Promise<Fetched> {
  const bytes = await bodyOf(answer, { url, limits, signal });
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

/** Returns the decoded body. A connection that is closed in the middle of the body is a fault of the response. */
async function bodyOf(answer: Dispatcher.ResponseData, { url, limits, signal }: Hop): Promise<Buffer> {
  try {
    return await decodeBody(answer.body, headerOf(answer, 'content-encoding'), limits.bytesMax, signal);
  } catch (error) {
    if (asEgressError(error, url.host).reason !== 'connection_reset') throw error;
    throw new EgressError('bad_response', url.host, 'the answer was cut short', { cause: error });
  }
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
