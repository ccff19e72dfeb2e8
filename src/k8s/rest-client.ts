import type { Dispatcher } from 'undici';
import type { Clock } from '../clock/port.ts';
import { isStoreError, StoreError } from '../store/port.ts';
import type { CredentialSource, Credentials } from './credentials.ts';
import { answeredError, unansweredError } from './errors.ts';
import { resendDelayMs, type Failure } from './resend.ts';
import type { Lane, Transport } from './transport.ts';
import { parsedPart } from './watched-part.ts';
import { wholeAnswer, type WholeAnswer } from './whole-answer.ts';

/** Told of each request that went out; `code` is `<error>` where nothing came back. */
export interface RequestObserver {
  answered(code: string, method: string, host: string): void;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query, below the server's own path. */
  path: string;
  body?: unknown;
  /** `application/json` unless told. */
  contentType?: string;
  /** What is wanted of the spec in the answer; absent or undefined: all. */
  specFields?: readonly string[] | undefined;
}

export interface RestClientOptions {
  /** The API server; its path may be that of a gateway. */
  server: URL;
  transport: Transport;
  credentials: CredentialSource;
  userAgent: string;
  clock: Clock;
  observer?: RequestObserver | undefined;
  /** For a whole answer, or the beginning of a watch. */
  timeoutMs: number;
  /** Asked before a write is sent again: meanwhile somebody else may have become the one who writes. Always, unless told. */
  mayWrite?: () => boolean;
}

/** A body that is not there yet has to be read to its end, or dropped. */
type Answer = Pick<WholeAnswer, 'statusCode' | 'headers'> & { body?: { dump: () => Promise<void> } };
type Attempt<R> = { value: R } | { failure: Failure; error: StoreError };

/** Requests to one API server. Every failure is a `StoreError`. */
export class RestClient {
  private readonly options: RestClientOptions;
  private readonly basePath: string;
  private readonly host: string;

  constructor(options: RestClientOptions) {
    this.options = options;
    this.basePath = options.server.pathname.replace(/\/$/, '');
    this.host = options.server.host;
  }

  /** The name by which the API server knows who has written a field. */
  get fieldManager(): string {
    return this.options.userAgent.split('/', 1)[0] ?? '';
  }

  /** The same connections, for writes that may go out for as long as this says so. */
  guarded(mayWrite: () => boolean): RestClient {
    return new RestClient({ ...this.options, mayWrite });
  }

  /** The answer's JSON. */
  json(request: ApiRequest): Promise<unknown> {
    return this.persistently(request, async () => {
      const signal = AbortSignal.timeout(this.options.timeoutMs);
      const answer = await this.send(request, (who) =>
        wholeAnswer(this.options.transport.lane('requests', who), this.sent(request, who, 'requests'), signal),
      );
      const { statusCode, text } = answer;
      return statusCode < 300 ? { value: parseJson(text, request) } : this.refused(request, answer, text);
    });
  }

  /** The answer's bytes as they come; they end with an error when the signal aborts or the connection breaks. */
  stream(path: string, signal: AbortSignal): Promise<AsyncIterable<Uint8Array>> {
    const request: ApiRequest = { method: 'GET', path };
    return this.persistently(
      request,
      async () => {
        const answer = await this.send(request, (who) =>
          this.options.transport.lane('watches', who).request({ ...this.sent(request, who, 'watches'), signal }),
        );
        if (answer.statusCode < 300) return { value: answer.body };
        return this.refused(request, answer, await answer.body.text());
      },
      signal,
    );
  }

  /** The error that a stream broke with, as the store's. */
  streamError(error: unknown, path: string): StoreError {
    return unansweredError(error, this.host, subjectOf({ method: 'GET', path }));
  }

  /** Where the signal aborts, nothing is waited for, and the attempt fails. */
  private async persistently<R>(
    request: ApiRequest,
    attempt: () => Promise<Attempt<R>>,
    signal?: AbortSignal,
  ): Promise<R> {
    for (let resends = 0; ; resends += 1) {
      const outcome = await attempt().catch((error: unknown) => this.broken(request, error));
      if ('value' in outcome) return outcome.value;
      const delayMs = resendDelayMs(outcome.failure, request.method, resends);
      if (delayMs === undefined) throw outcome.error;
      await this.options.clock.sleep(delayMs, signal);
      if (!this.maySendAgain(request)) throw outcome.error;
    }
  }

  private maySendAgain({ method }: ApiRequest): boolean {
    return method === 'GET' || this.options.mayWrite?.() !== false;
  }

  /** Once more with other credentials where the server refuses these: it has done nothing then. */
  private async send<A extends Answer>(request: ApiRequest, sendAs: (who: Credentials) => Promise<A>): Promise<A> {
    const credentials = await this.options.credentials.current();
    const answer = this.observed(request, await sendAs(credentials));
    if (answer.statusCode !== 401) return answer;
    const renewed = await this.options.credentials.renew(credentials);
    if (renewed === undefined || !this.maySendAgain(request)) return answer;
    await answer.body?.dump();
    return this.observed(request, await sendAs(renewed));
  }

  private observed<A extends Answer>({ method }: ApiRequest, answer: A): A {
    this.options.observer?.answered(String(answer.statusCode), method, this.host);
    return answer;
  }

  private sent(request: ApiRequest, who: Credentials, lane: Lane): Dispatcher.DispatchOptions {
    const { server, timeoutMs, userAgent } = this.options;
    const { method, path, body, contentType = 'application/json' } = request;
    const headers: Record<string, string> = { ...who.headers, accept: 'application/json', 'user-agent': userAgent };
    if (body !== undefined) headers['content-type'] = contentType;
    return {
      origin: server.origin,
      path: `${this.basePath}${path}`,
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      headersTimeout: timeoutMs,
      bodyTimeout: lane === 'watches' ? 0 : timeoutMs,
    };
  }

  private refused(request: ApiRequest, { statusCode, headers }: Answer, text: string): Attempt<never> {
    const after = headers['retry-after'];
    const retryAfter = typeof after === 'string' ? after : undefined;
    const failure: Failure = { kind: 'answered', code: statusCode, retryAfter };
    return { failure, error: answeredError(statusCode, text, subjectOf(request)) };
  }

  private broken(request: ApiRequest, error: unknown): Attempt<never> {
    if (isStoreError(error)) return { failure: { kind: 'cut', error }, error };
    this.options.observer?.answered('<error>', request.method, this.host);
    return { failure: { kind: 'cut', error }, error: unansweredError(error, this.host, subjectOf(request)) };
  }
}

function subjectOf({ method, path }: Pick<ApiRequest, 'method' | 'path'>): string {
  return `${method} ${path.split('?', 1)[0] ?? ''}`;
}

/** The parser's own words would quote the text, and that may be a Secret. */
function parseJson(text: string, request: ApiRequest): unknown {
  const answer = parsedPart(text, request.specFields);
  if (answer !== undefined) return answer;
  throw new StoreError('Unavailable', `${subjectOf(request)} was answered with what is no JSON.`);
}
