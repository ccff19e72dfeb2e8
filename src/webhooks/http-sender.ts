import type { IncomingMessage } from 'node:http';
import type { Clock } from '../clock/port.ts';
import { portOf } from '../domain/address-rule.ts';
import type { AttemptResult, DeliveryError } from '../domain/delivery.ts';
import { asEgressError } from '../egress/failure.ts';
import type { Guard, Route } from '../egress/guard.ts';
import { openConnection } from '../egress/open-connection.ts';
import type { EgressReason } from '../egress/port.ts';
import { targetOf, type Connection } from '../egress/proxy-connection.ts';
import { ArrivedStart } from './arrived-status.ts';
import { KeptConnections, mayBeKept } from './kept-connections.ts';
import { excerptOf, post } from './post.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Callback, ClaimAddress, WebhookSender } from './port.ts';
import { signatureHeaders } from './signature.ts';

/** Time limit in milliseconds of one attempt: name resolution, connection, request and response. */
const attemptMs = 15_000;

export interface HttpSenderOptions {
  guard: Pick<Guard, 'judge' | 'route'>;
  clock: Clock;
  version: string;
  /** Time limit in milliseconds of one attempt. Default: 15,000. */
  timeoutMs?: number;
}

/**
 * Sends callbacks over HTTP/1.1.
 *
 * Guarantee: each attempt connects only to addresses that the guard allows, and sends the callback once. Redirects are
 * not followed, and TLS certificates are verified. At most 64 KiB of the headers and 64 KiB of the body are read, and
 * nothing is decompressed. An attempt ends within its time limit.
 *
 * A connection without a proxy is kept for 2 s after a delivery, for the same account, origin and address; the guard
 * checks the address again for each attempt. If a kept connection ends before a byte of the response has arrived, as when
 * the receiver closes it at this moment, the callback is sent once more, on a new connection.
 *
 * Uses the HTTP client of Node.js. undici would not be suitable, because it closes the connection when a response
 * starts with `100 Continue`, which every client must accept (RFC 9110, 15.2).
 */
export class HttpSender implements WebhookSender {
  readonly #options: HttpSenderOptions;
  readonly #kept = new KeptConnections();

  constructor(options: HttpSenderOptions) {
    this.#options = options;
  }

  async send(callback: Callback, claim: ClaimAddress, signal: AbortSignal): Promise<AttemptResult | 'address-busy'> {
    signal.throwIfAborted();
    const { clock, timeoutMs = attemptMs } = this.#options;
    const startedMs = clock.monotonicMs();
    const latency = () => Math.round(clock.monotonicMs() - startedMs);
    const end = new AbortController();
    const stop = (): void => {
      end.abort();
    };
    const timer = setTimeout(stop, timeoutMs);
    signal.addEventListener('abort', stop, { once: true });
    try {
      return await this.#attempt({ callback, claim, latency, signal: end.signal });
    } catch (error) {
      signal.throwIfAborted();
      if (end.signal.aborted) return { outcome: 'failed', latencyMs: latency(), error: 'timed_out' };
      const { reason, proxyStatus: status } = asEgressError(error, callback.url);
      return {
        outcome: 'failed',
        latencyMs: latency(),
        error: errors[reason],
        ...(status !== undefined && { status }),
      };
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    }
  }

  async #attempt(attempt: Attempt): Promise<AttemptResult | 'address-busy'> {
    const { guard } = this.#options;
    const url = guard.judge(attempt.callback.url);
    const route = await guard.route(url, attempt.signal);
    const target = { ...attempt, url, route };
    return (await this.#onKept(target)) ?? this.#onNew(target);
  }

  /** Returns undefined if no connection was kept, or if it has ended before a response. */
  async #onKept(target: Target): Promise<AttemptResult | 'address-busy' | undefined> {
    const { url, route, callback, claim } = target;
    if (route.proxy !== undefined) return undefined;
    const owner = { account: callback.account, origin: url.origin };
    const kept = this.#kept.take(owner, new Set(route.addresses.map((address) => endpointOf(address, url))));
    if (kept === undefined) return undefined;
    if (!claim(kept.endpoint)) {
      this.#kept.keep(kept.socket, kept);
      return 'address-busy';
    }
    const arrived = new ArrivedStart();
    try {
      const connection = { socket: kept.socket, target: targetOf(url), headers: {} };
      return await this.#use(connection, { ...target, endpoint: kept.endpoint, arrived });
    } catch (error) {
      if (target.signal.aborted || !arrived.isEmpty) throw error;
      return undefined;
    }
  }

  async #onNew(target: Target): Promise<AttemptResult | 'address-busy'> {
    const { url, route, signal, claim } = target;
    let endpoint = '';
    const isFree = (address: string): boolean => {
      endpoint = endpointOf(address, url);
      return claim(endpoint);
    };
    const connection = await openConnection(url, route, signal, isFree);
    if (connection === undefined) return 'address-busy';
    return this.#use(connection, { ...target, endpoint, arrived: new ArrivedStart() });
  }

  /** Sends the callback on a connection, and then keeps the connection, or closes it. */
  async #use(connection: Connection, exchange: Exchange): Promise<AttemptResult> {
    const { callback, url, endpoint, signal } = exchange;
    const { socket } = connection;
    const seen = { isFree: false };
    const end = (): void => {
      socket.destroy();
    };
    // The HTTP client emits `free` once request and response are complete.
    socket.once('free', () => {
      seen.isFree = true;
    });
    signal.addEventListener('abort', end, { once: true });
    try {
      signal.throwIfAborted();
      const { result, response } = await this.#exchange(connection, exchange);
      const isDelivered = result.outcome === 'delivered' && response !== undefined;
      if (isDelivered && seen.isFree && mayBeKept(response)) {
        this.#kept.keep(socket, { account: callback.account, origin: url.origin, endpoint });
      } else end();
      return result;
    } catch (error) {
      end();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  /**
   * Posts the callback, and returns the result of the attempt. The status of the response alone decides the outcome,
   * even if the headers or the body cannot be read, or do not arrive: the receiver has accepted or refused the callback.
   */
  async #exchange(connection: Connection, exchange: Exchange): Promise<Exchanged> {
    const { callback, url, route, latency, arrived } = exchange;
    const { clock, version } = this.#options;
    const now = clock.now();
    const headers = {
      host: url.host,
      'user-agent': `adwright-callback/${version}`,
      'content-type': 'application/json',
      connection: route.proxy === undefined ? 'keep-alive' : 'close',
      ...signatureHeaders(callback, callback.keys, now),
      ...connection.headers,
    };
    const outcomeOf = (status: number) => ({
      ...(isFromProxy(status, url, route) ? proxyRefusal : judgement(status)),
      ...{ latencyMs: latency(), status },
    });
    const response = await post(connection, { url, headers, body: callback.body, arrived }).catch((error: unknown) => {
      const status = arrived.status();
      if (status === undefined) throw error;
      return outcomeOf(status);
    });
    if ('outcome' in response) return { result: response };
    const outcome = outcomeOf(response.statusCode ?? 0);
    const excerpt = await excerptOf(response);
    const retryAfterMs = parseRetryAfter(response.headers['retry-after'], now);
    const result = {
      ...outcome,
      ...(route.isPublic && { responseExcerpt: excerpt }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
    return { result, response };
  }
}

interface Attempt {
  callback: Callback;
  claim: ClaimAddress;
  /** Returns the milliseconds since the start of the attempt to deliver a callback. */
  latency: () => number;
  /** Signal that aborts at the time limit of the attempt, or when the caller aborts. */
  signal: AbortSignal;
}

interface Target extends Attempt {
  url: URL;
  route: Route;
}

interface Exchange extends Target {
  /** Address and port of the receiver. */
  endpoint: string;
  /** Gets the bytes of the response. */
  arrived: ArrivedStart;
}

/** `response` is absent if the HTTP parser refused it. */
interface Exchanged {
  result: AttemptResult;
  response?: IncomingMessage;
}

const endpointOf = (address: string, url: URL): string => `${address} port ${portOf(url)}`;

const errors: Record<EgressReason, DeliveryError> = {
  url_not_allowed: 'url_not_allowed',
  not_resolved: 'not_resolved',
  unreachable: 'unreachable',
  proxy_error: 'proxy_error',
  connection_refused: 'connection_refused',
  connection_reset: 'connection_reset',
  tls: 'tls',
  timed_out: 'timed_out',
  aborted: 'timed_out',
  bad_status: 'bad_status',
  bad_response: 'bad_response',
  too_large: 'bad_response',
  too_many_redirects: 'redirected',
};

const proxyRefusal = { outcome: 'failed', error: 'proxy_error' } as const;

/**
 * Reports whether the proxy, and not the receiver, has answered. A proxy that forwards a request without a tunnel can
 * answer with any status, but only 407 is always its own.
 */
function isFromProxy(status: number, { protocol }: URL, { proxy }: Route): boolean {
  return proxy !== undefined && protocol === 'http:' && status === 407;
}

function judgement(status: number): Pick<AttemptResult, 'outcome' | 'error'> {
  if (status >= 200 && status <= 299) return { outcome: 'delivered' };
  if (status === 410) return { outcome: 'gone', error: 'gone' };
  return { outcome: 'failed', error: status >= 300 && status <= 399 ? 'redirected' : 'bad_status' };
}
