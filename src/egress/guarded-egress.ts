import type { Dispatcher } from 'undici';
import { asEgressError, isRefusal } from './failure.ts';
import { resultOf, type Hop, type HopResult } from './hop-result.ts';
import type { Connection, ConnectOptions } from './connection.ts';
import type { Guard, Route } from './guard.ts';
import type { IdleConnections } from './idle-connections.ts';
import { openConnection } from './open-connection.ts';
import { stageUserAgent } from './user-agent.ts';
import { EgressError, type Egress, type Fetched, type FetchLimits } from './port.ts';

const redirectsMax = 5;
/** Maximum size of the headers of a response: 256 KiB, as in browsers. */
const headerBytesMax = 262_144;

export interface GuardedEgressOptions {
  guard: Guard;
  version: string;
}

/** Functions that connect, which are loaded with undici. */
interface Connecting {
  connectTo: (url: URL, route: Route, options: ConnectOptions) => Promise<Connection>;
  kept: IdleConnections;
}

/** Head of a response, and the connection over which it arrives. */
interface Answered {
  answer: Dispatcher.ResponseData;
  connection: Connection;
}

/**
 * Fetches pages and pictures with undici. Requests contain no cookies, and no credentials from the environment.
 *
 * Each hop (request to one URL) resolves the host name once and checks every address. Its connection leads to one of
 * these addresses: it is a new connection, or one of an earlier hop to the same origin and one of these addresses. No
 * open connection keeps the process running.
 *
 * A response that undici refuses is requested once more over a connection of its own, and read by a tolerant parser. The
 * server of such a response gets each later request in this way at once.
 */
export class GuardedEgress implements Egress {
  readonly #guard: Guard;
  readonly #userAgent: string;
  /** Origins of responses that undici has refused. */
  readonly #odd = new Set<string>();
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
    try {
      if (!this.#odd.has(hop.url.origin)) return await this.#strictHop(hop, route);
    } catch (error) {
      if (hop.signal.aborted || !isRefusal(error)) throw error;
    }
    return this.#tolerantHop(hop, route);
  }

  async #strictHop(hop: Hop, route: Route): Promise<HopResult> {
    const connecting = await (this.#loading ??= loadConnecting());
    const { answer, connection } = await this.#answered(hop, route, connecting);
    try {
      return await resultOf(answer, hop);
    } finally {
      if (answer.body.readableEnded) await connecting.kept.keep(connection);
      else await connection.client.destroy();
    }
  }

  async #tolerantHop(hop: Hop, route: Route): Promise<HopResult> {
    const { url, limits, signal } = hop;
    const { requestTolerantly } = await import('./tolerant-request.ts');
    const connection = await openConnection(url, route, signal);
    const answer = await requestTolerantly(connection, {
      headers: { host: url.host, ...this.#headersOf(hop), ...connection.headers },
      ...{ headBytesMax: headerBytesMax, bodyBytesMax: limits.bytesMax },
      ...{ isCutAccepted: limits.isCutAccepted === true, signal },
    });
    this.#odd.add(url.origin);
    try {
      return await resultOf(answer, hop);
    } finally {
      answer.body.destroy();
    }
  }

  #headersOf({ limits }: Hop): Record<string, string> {
    return {
      'user-agent': this.#userAgent,
      accept: limits.accept ?? '*/*',
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...(limits.origin !== undefined && { origin: limits.origin }),
    };
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

  async #request(connection: Connection, hop: Hop): Promise<Answered> {
    const { client, target, headers } = connection;
    const { timeoutMs } = hop.limits;
    try {
      const answer = await client.request({
        method: 'GET',
        path: target,
        headers: { ...this.#headersOf(hop), ...headers },
        ...{ headersTimeout: timeoutMs, bodyTimeout: timeoutMs, signal: hop.signal },
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
  const [{ connectTo }, { IdleConnections: Kept }] = await Promise.all([
    import('./connection.ts'),
    import('./idle-connections.ts'),
  ]);
  return { connectTo, kept: new Kept() };
}
