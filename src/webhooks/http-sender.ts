import type { Dispatcher } from 'undici';
import type { Clock } from '../clock/port.ts';
import type { AttemptResult } from '../domain/delivery.ts';
import { openConnection } from '../egress/connection.ts';
import { asEgressError } from '../egress/failure.ts';
import type { Guard, Route } from '../egress/guard.ts';
import { parseRetryAfter } from './retry-after.ts';
import type { Callback, ClaimAddresses, WebhookSender } from './port.ts';
import { signatureHeaders } from './signature.ts';

/** Time limit of an attempt: name resolution, connection, request and the head of the response. */
const attemptMs = 15_000;
/** Time limit of reading the body of the response, whose content decides nothing. */
const bodyMs = 2_000;
const headerBytesMax = 16_384;
const responseBytesMax = 65_536;
const excerptBytesMax = 1_024;

export interface HttpSenderOptions {
  guard: Guard;
  clock: Clock;
  /** Version of the program, for the User-Agent header. */
  version: string;
  /** Default: 15 s. */
  timeoutMs?: number;
}

/**
 * Sends callbacks over HTTP/1.1 with undici.
 *
 * Guarantee: one connection for each attempt, only to addresses that the guard allows; no redirect is followed; at most
 * 64 KiB of the response are read, and nothing is decompressed. TLS certificates are verified.
 */
export class HttpSender implements WebhookSender {
  readonly #options: HttpSenderOptions;

  constructor(options: HttpSenderOptions) {
    this.#options = options;
  }

  async send(callback: Callback, claim: ClaimAddresses, signal: AbortSignal): Promise<AttemptResult | 'address-busy'> {
    const { clock, timeoutMs = attemptMs } = this.#options;
    const startedMs = clock.monotonicMs();
    const deadline = AbortSignal.timeout(timeoutMs);
    const latency = () => Math.round(clock.monotonicMs() - startedMs);
    try {
      const answer = await this.#attempt(callback, claim, AbortSignal.any([deadline, signal]));
      return answer === undefined ? 'address-busy' : { latencyMs: latency(), ...answer };
    } catch (error) {
      signal.throwIfAborted();
      const reason = deadline.aborted ? 'timed_out' : asEgressError(error, hostOf(callback.url)).reason;
      return { outcome: 'failed', latencyMs: latency(), error: reason };
    }
  }

  async #attempt(callback: Callback, claim: ClaimAddresses, signal: AbortSignal): Promise<Answer | undefined> {
    const { guard } = this.#options;
    const url = guard.judge(callback.url);
    const route = await guard.route(url, signal);
    if (!claim(route.addresses)) return undefined;
    const { timeoutMs = attemptMs } = this.#options;
    const limits = { maxHeaderSize: headerBytesMax, headersTimeout: timeoutMs, bodyTimeout: bodyMs };
    const connection = await openConnection(url, route, { timeoutMs, limits });
    try {
      return await this.#post(connection, { url, route, callback, signal });
    } finally {
      await connection.destroy();
    }
  }

  async #post(connection: Dispatcher, { url, route, callback, signal }: Post): Promise<Answer> {
    const { clock, version } = this.#options;
    const now = clock.now();
    const response = await connection.request({
      origin: url.origin,
      method: 'POST',
      path: url.pathname + url.search,
      headers: {
        'user-agent': `adwright-callback/${version}`,
        'content-type': 'application/json',
        ...signatureHeaders(callback, callback.keys, now),
      },
      body: callback.body,
      signal,
    });
    const { statusCode: status } = response;
    const excerpt = await excerptOf(response.body);
    const retryAfterMs = parseRetryAfter(response.headers['retry-after'], now);
    return {
      ...judgement(status),
      status,
      ...(route.isPublic && { responseExcerpt: excerpt }),
      ...(retryAfterMs !== undefined && { retryAfterMs }),
    };
  }
}

type Answer = Omit<AttemptResult, 'latencyMs'>;

interface Post {
  url: URL;
  route: Route;
  callback: Callback;
  signal: AbortSignal;
}

function judgement(status: number): Pick<AttemptResult, 'outcome' | 'error'> {
  if (status >= 200 && status <= 299) return { outcome: 'delivered' };
  if (status === 410) return { outcome: 'gone', error: 'gone' };
  return { outcome: 'failed', error: status >= 300 && status <= 399 ? 'redirected' : 'bad_status' };
}

/**
 * Returns the first 1 KiB of the body as text. Reads at most 64 KiB, for at most 2 s. A body that breaks off is cut
 * there: the status has decided the outcome.
 */
async function excerptOf(body: Dispatcher.ResponseData['body']): Promise<string> {
  const kept: Buffer[] = [];
  let seenBytes = 0;
  const timer = setTimeout(() => body.destroy(), bodyMs);
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (seenBytes < excerptBytesMax) kept.push(chunk.subarray(0, excerptBytesMax - seenBytes));
      seenBytes += chunk.length;
      if (seenBytes >= responseBytesMax) break;
    }
  } catch {
    // The excerpt ends where the body broke off.
  } finally {
    clearTimeout(timer);
  }
  return printable(Buffer.concat(kept));
}

/** Returns the bytes as text without control characters, which could harm a terminal. A cut character is dropped. */
function printable(bytes: Buffer): string {
  const text = new TextDecoder().decode(bytes, { stream: true });
  return text.replace(/[^\P{C}\n\t]/gu, ' ').slice(0, excerptBytesMax);
}

function hostOf(url: string): string {
  return URL.parse(url)?.host ?? 'the URL';
}
