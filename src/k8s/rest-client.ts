import type { Dispatcher } from 'undici';
import type { Clock } from '../clock/port.ts';
import { isStoreError, StoreError } from '../objects/store-error.ts';
import type { CredentialSource, Credentials } from './credentials.ts';
import { answeredError, unansweredError } from './errors.ts';
import { resendDelayMs, type Failure } from './resend.ts';
import type { Lane, Transport } from './transport.ts';
import { parsedPart } from './watched-part.ts';
import { wholeAnswer, type WholeAnswer } from './whole-answer.ts';

/**
 * Called for every completed request to the API server, for metrics. `code` is the HTTP status, or `<error>` if there
 * was no response.
 */
export interface RequestObserver {
  answered(code: string, method: string, host: string): void;
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  contentType?: string;
  /**
   * Names of the spec fields that the caller needs from the response. All other spec fields may be missing. If
   * `specFields` is absent, the response contains all spec fields.
   */
  specFields?: readonly string[] | undefined;
}

export interface RestClientOptions {
  server: URL;
  transport: Transport;
  credentials: CredentialSource;
  userAgent: string;
  clock: Clock;
  observer?: RequestObserver | undefined;
  /**
   * Time limit for a complete response of the API server. For a Kubernetes watch, it applies only to the start of the
   * response.
   */
  timeoutMs: number;
  /**
   * Reports whether this process may still write. Called before a write is sent again, because another process may have
   * become the leader in the meantime. If absent, the process may always write.
   */
  mayWrite?: () => boolean;
}

type Answer = Pick<WholeAnswer, 'statusCode' | 'headers'> & { body?: { dump: () => Promise<void> } };
type Attempt<R> = { value: R } | { failure: Failure; error: StoreError };

/** HTTP client of one Kubernetes API server. Every failure is a `StoreError`. */
export class RestClient {
  private readonly options: RestClientOptions;
  private readonly basePath: string;
  private readonly host: string;

  constructor(options: RestClientOptions) {
    this.options = options;
    this.basePath = options.server.pathname.replace(/\/$/, '');
    this.host = options.server.host;
  }

  /**
   * Name under which the API server records the writes of this process (`fieldManager`), such as `adwright-controller`.
   */
  get fieldManager(): string {
    return this.options.userAgent.split('/', 1)[0] ?? '';
  }

  guarded(mayWrite: () => boolean): RestClient {
    return new RestClient({ ...this.options, mayWrite });
  }

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

  streamError(error: unknown, path: string): StoreError {
    return unansweredError(error, this.host, subjectOf({ method: 'GET', path }));
  }

  /**
   * Sends a request to the API server, and repeats it until it succeeds or must not be sent again. When the signal
   * aborts, the delay before the next try ends at once, and that try fails.
   */
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

  /**
   * Sends a request to the API server. If the server refuses the credentials (401), it has not processed the request,
   * so the request is sent once more with renewed credentials.
   */
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
    const headers: Record<string, string | string[]> = {
      ...who.headers,
      accept: 'application/json',
      'user-agent': userAgent,
    };
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

/** Parses the JSON of a response. The error does not quote the response, because it may contain a Secret. */
function parseJson(text: string, request: ApiRequest): unknown {
  const { value } = parsedPart(text, request.specFields);
  if (value !== undefined) return value;
  throw new StoreError('Unavailable', `${subjectOf(request)} returned a response that is not JSON.`);
}
