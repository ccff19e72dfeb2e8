import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { Clock } from '../clock/port.ts';
import { portOf } from '../domain/address-rule.ts';
import type { AttemptResult, DeliveryError } from '../domain/delivery.ts';
import { asEgressError } from '../egress/failure.ts';
import type { Guard, Route } from '../egress/guard.ts';
import { openConnection } from '../egress/open-connection.ts';
import { EgressError, type EgressReason } from '../egress/port.ts';
import type { Connection } from '../egress/proxy-connection.ts';
import { ArrivedStart } from './arrived-status.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Callback, ClaimAddress, WebhookSender } from './port.ts';
import { signatureHeaders } from './signature.ts';

/** Time limit in milliseconds of one attempt: name resolution, connection, request and response. */
const attemptMs = 15_000;
/**
 * Time limit in milliseconds for reading the body of a response. The body is read only for an excerpt; the status
 * decides whether the callback is delivered.
 */
const bodyMs = 2_000;
const headerBytesMax = 65_536;
/** Maximum number of responses with a 1xx status before the final response. */
const informationalMax = 16;
const responseBytesMax = 65_536;
const excerptBytesMax = 1_024;

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
 * nothing is decompressed. An attempt ends within its time limit and leaves no socket open.
 *
 * Uses the HTTP client of Node.js. undici would not be suitable, because it closes the connection when a response
 * starts with `100 Continue`, which every client must accept (RFC 9110, 15.2).
 */
export class HttpSender implements WebhookSender {
  readonly #options: HttpSenderOptions;

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
    const isFree = (address: string): boolean => attempt.claim(`${address} port ${portOf(url)}`);
    const connection = await openConnection(url, route, attempt.signal, isFree);
    if (connection === undefined) return 'address-busy';
    const end = (): void => {
      connection.socket.destroy();
    };
    attempt.signal.addEventListener('abort', end, { once: true });
    try {
      attempt.signal.throwIfAborted();
      return await this.#exchange(connection, { ...attempt, url, route });
    } finally {
      end();
    }
  }

  /**
   * Posts the callback, and returns the result of the attempt. The status of the response alone decides the outcome,
   * even if the headers or the body cannot be read, or do not arrive: the receiver has accepted or refused the callback.
   */
  async #exchange(
    connection: Connection,
    { callback, url, route, latency }: Attempt & { url: URL; route: Route },
  ): Promise<AttemptResult> {
    const { clock, version } = this.#options;
    const now = clock.now();
    const headers = {
      host: url.host,
      'user-agent': `adwright-callback/${version}`,
      'content-type': 'application/json',
      ...signatureHeaders(callback, callback.keys, now),
      ...connection.headers,
    };
    const outcomeOf = (status: number) => ({
      ...(isFromProxy(status, url, route) ? proxyRefusal : judgement(status)),
      ...{ latencyMs: latency(), status },
    });
    const arrived = new ArrivedStart();
    const response = await post(connection, { url, headers, body: callback.body, arrived }).catch((error: unknown) => {
      const status = arrived.status();
      if (status === undefined) throw error;
      return outcomeOf(status);
    });
    if ('outcome' in response) return response;
    const outcome = outcomeOf(response.statusCode ?? 0);
    const excerpt = await excerptOf(response);
    const retryAfterMs = parseRetryAfter(response.headers['retry-after'], now);
    return {
      ...outcome,
      ...(route.isPublic && { responseExcerpt: excerpt }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
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

interface Post {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** Gets the bytes of the response. */
  arrived: ArrivedStart;
}

/**
 * Sends a request over the socket, and closes the connection afterwards. Resolves with the head of the final response.
 * The parser may be lenient, because the connection carries no other response.
 */
function post({ socket, target }: Connection, { url, headers, body, arrived }: Post): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      createConnection: () => socket,
      method: 'POST',
      path: target,
      headers,
      ...{ maxHeaderSize: headerBytesMax, insecureHTTPParser: true },
    });
    const refuse = (detail: string): void => {
      reject(new EgressError('bad_response', url.host, detail));
    };
    request.on('socket', () => {
      socket.prependListener('data', (chunk: Buffer) => {
        arrived.add(chunk);
      });
    });
    let informational = 0;
    request.on('response', resolve);
    request.on('information', () => {
      informational += 1;
      if (informational > informationalMax) refuse('the receiver sent too many responses with a 1xx status');
    });
    request.on('upgrade', () => {
      refuse('the receiver answered with a protocol that was not requested');
    });
    request.on('error', reject);
    request.end(body);
  });
}

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

/**
 * Returns the first 1 KiB of the body as text. Reads at most 64 KiB, for at most 2 s. If the transfer of the body
 * breaks off, uses the part that has arrived.
 */
async function excerptOf(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let seenBytes = 0;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, bodyMs);
    response.on('data', (chunk: Buffer) => {
      if (seenBytes < excerptBytesMax) kept.push(chunk.subarray(0, excerptBytesMax - seenBytes));
      seenBytes += chunk.length;
      if (seenBytes >= responseBytesMax) resolve();
    });
    response.on('error', resolve);
    response.on('end', resolve);
    response.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return printable(Buffer.concat(kept));
}

/**
 * Returns the bytes as text. Replaces control characters, which could harm a terminal, by spaces. Drops an incomplete
 * character at the end of the bytes.
 */
function printable(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  const text = new TextDecoder().decode(bytes, { stream: true });
  return text.replace(/[^\P{C}\n\t]/gu, ' ').slice(0, excerptBytesMax);
}
