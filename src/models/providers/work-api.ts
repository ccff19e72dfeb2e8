import type { z } from 'zod';
import { httpFailure } from '../connection/http-failure.ts';
import { providerWords } from '../connection/provider-words.ts';
import { refusesContent } from '../connection/refused-content.ts';
import { isSilentOnWork, ModelFailure } from '../model-failure.ts';
import type { CallIds, WorkState } from '../provider.ts';
import type { ProviderDeps } from './provider-deps.ts';
import { typedResult } from './result-type.ts';

/** Ports whose results are files that a provider names by a URL. */
export type FilePort = 'image' | 'cutout' | 'video';

type Pending = Extract<WorkState, { kind: 'pending' }>;

/** Response to a question about work: its content, or a state of the work that the status of the response states. */
export type Asked<T> = { kind: 'read'; value: T } | Exclude<WorkState, { kind: 'answered' }>;

interface Reply {
  kind: 'reply';
  response: Response;
  text: string;
}

interface Start {
  /** Object that is sent as JSON, or a form. */
  body: object;
  ids: CallIds;
  signal: AbortSignal;
}

interface Sent {
  method?: 'POST';
  headers?: Record<string, string>;
  body?: string | FormData;
  signal: AbortSignal;
}

interface Question {
  signal: AbortSignal;
  /** Returns the failure of the work that a response states which is not 2xx. */
  verdict?: (reply: Reply) => ModelFailure | undefined;
}

/** Requests to a provider whose work has an id. All of them have the key as a header. */
export class WorkApi {
  readonly #deps: ProviderDeps;
  readonly #sign: (key: string) => Record<string, string>;
  #key: string | null = null;

  constructor(deps: ProviderDeps, sign: (key: string) => Record<string, string>) {
    this.#deps = deps;
    this.#sign = sign;
  }

  /** Sends a request that starts work, and returns its response. Throws `ModelFailure` for every other response. */
  async start<T>(url: string, { body, ids, signal }: Start, shape: z.ZodType<T>): Promise<T> {
    const form = body instanceof FormData ? body : undefined;
    const { response, text } = await this.#reply(url, {
      ...{ method: 'POST', signal, body: form ?? JSON.stringify(body) },
      headers: {
        'idempotency-key': ids.idempotencyKey,
        ...(form === undefined && { 'content-type': 'application/json' }),
      },
    });
    if (!response.ok) throw this.failureOf(response, text);
    const value = parsed(text, shape);
    if (value === undefined)
      throw new ModelFailure('unreadable', 'the response to the request has an unknown form', this.#words(text));
    return value;
  }

  /** Sends a request that changes work. Its effect shows only when the provider is asked about the work again. */
  async change(url: string, { body, signal }: Pick<Start, 'body' | 'signal'>): Promise<void> {
    const headers = { 'content-type': 'application/json' };
    await this.#reply(url, { method: 'POST', signal, body: JSON.stringify(body), headers }).catch(pendingAfter);
  }

  /**
   * Asks about work. 404 and 410 mean that the provider has lost it. All other responses that cannot be read leave it
   * pending, unless they state how it has failed.
   */
  async ask<T>(url: string, { signal, verdict }: Question, shape: z.ZodType<T>): Promise<Asked<T>> {
    const reply = await this.#reply(url, { signal }).catch(pendingAfter);
    if (reply.kind === 'pending') return reply;
    const { response, text } = reply;
    if (response.status === 404 || response.status === 410) return { kind: 'lost' };
    if (!response.ok) {
      const failure = verdict?.(reply);
      if (failure !== undefined) throw failure;
      return pending(this.failureOf(response, text));
    }
    const value = parsed(text, shape);
    if (value !== undefined) return { kind: 'read', value };
    return pending(
      new ModelFailure('unreadable', 'the response about the work has an unknown form', this.#words(text)),
    );
  }

  /** Downloads a result, which may also be a data URL. A result that the provider cannot deliver now is pending. */
  async download(url: string, port: FilePort, signal: AbortSignal): Promise<WorkState> {
    const inline = /^data:[^,]{0,200};base64,/i.exec(url)?.[0];
    const file =
      inline === undefined
        ? await this.#downloaded(url, signal).catch(stateAfterDownload)
        : { kind: 'file' as const, bytes: Buffer.from(url.slice(inline.length), 'base64') };
    if (file.kind !== 'file') return file;
    return { kind: 'answered', answer: typedResult(port === 'video' ? 'film' : 'picture', file.bytes) };
  }

  /** Returns the failure that a response states which is not 2xx. */
  failureOf({ status, headers }: Response, text: string): ModelFailure {
    return httpFailure(status, headers, text, this.#key);
  }

  /** Returns the failure of work that has failed for good. `reason` is what the provider wrote. */
  failedWork(reason: string): ModelFailure {
    return refusesContent(reason)
      ? new ModelFailure('moderated', 'the provider refused the content', this.#words(reason))
      : new ModelFailure('unavailable', 'the model failed to do the work', this.#words(reason));
  }

  async #downloaded(url: string, signal: AbortSignal): Promise<{ kind: 'file'; bytes: Buffer }> {
    const { bytes } = await this.#deps.connection.download(url, { headers: await this.#signed(), signal });
    return { kind: 'file', bytes };
  }

  async #reply(url: string, init: Sent): Promise<Reply> {
    init.signal.throwIfAborted();
    const headers = { ...init.headers, ...(await this.#signed()) };
    const response = await this.#deps.connection.fetch(url, { ...init, headers, redirect: 'manual' });
    return { kind: 'reply', response, text: await response.text() };
  }

  async #signed(): Promise<Record<string, string>> {
    this.#key = await this.#deps.key();
    return this.#key === null ? {} : this.#sign(this.#key);
  }

  #words(text: string): ErrorOptions {
    return text.trim() === '' ? {} : { cause: providerWords(text, this.#key) };
  }
}

/** Returns the header with the key in the form of most providers. */
export const bearer = (key: string): Record<string, string> => ({ authorization: `Bearer ${key}` });

export function pending(reason?: ModelFailure): Pending {
  if (reason === undefined) return { kind: 'pending' };
  const { retryAfterMs } = reason;
  return { kind: 'pending', reason, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}

/** Parses JSON of a known form. Returns undefined for everything else. */
export function parsed<T>(text: string, shape: z.ZodType<T>): T | undefined {
  try {
    return shape.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

function pendingAfter(error: unknown): Pending {
  if (isSilentOnWork(error)) return pending(error);
  throw error;
}

function stateAfterDownload(error: unknown): Pending | { kind: 'lost' } {
  return error instanceof ModelFailure && error.kind === 'lost' ? { kind: 'lost' } : pendingAfter(error);
}
