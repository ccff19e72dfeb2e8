import { httpFailure } from '../../connection/http-failure.ts';
import { providerWords } from '../../connection/provider-words.ts';
import { ModelFailure } from '../../model-failure.ts';
import type { CallIds } from '../../provider.ts';
import type { ProviderDeps } from '../provider-deps.ts';
import { statedStatus } from './stated-error.ts';

/** Downloads a result that a response names by its URL. */
export type Download = (url: string) => Promise<Buffer>;

/** Functions that sign the requests of a provider and read its responses. */
export interface SdkWire {
  /** Headers that contain the key. */
  signed: (key: string) => Record<string, string>;
  /** Changes the JSON of a request, for fields that the SDK does not know. */
  asked?: (body: object) => object;
  /**
   * Reads the JSON of a response before the SDK, and returns what the SDK reads. Throws `ModelFailure` for what the
   * SDK does not recognise, such as refused content. Without it, responses are not JSON.
   */
  answered?: (body: unknown, download: Download) => Promise<unknown>;
}

/** The key that the SDK gets, so that no error of the SDK contains the key. */
export const noKey = 'not-the-key';

/** Options with which a model of the SDK is called. */
export interface SdkCall {
  fetch: typeof fetch;
  signal: AbortSignal;
}

/**
 * Runs one call of a model of the SDK, with a `fetch` that sends one request. All errors become `ModelFailure`.
 *
 * The response is judged here and not in the SDK, which does not tell a cut connection from other errors, and reads
 * errors only in the form of its provider.
 */
export async function sdkCall<Result>(
  { connection, key: readKey }: ProviderDeps,
  { idempotencyKey }: CallIds,
  { wire, signal }: { wire: SdkWire; signal: AbortSignal },
  run: (call: SdkCall) => Promise<Result>,
): Promise<Result> {
  signal.throwIfAborted();
  const key = await readKey();
  const seen: { requests: number; failure?: ModelFailure } = { requests: 0 };
  const send = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    if ((seen.requests += 1) > 1) throw new Error('The SDK sent a second request.');
    const own = { ...(key !== null && wire.signed(key)), 'idempotency-key': idempotencyKey };
    const response = await connection.fetch(input, {
      ...{ ...init, signal, redirect: 'manual' },
      headers: signedHeaders(init.headers, wire, own),
      ...(wire.asked !== undefined && { body: changedBody(init.body, wire.asked) }),
    });
    if (!response.ok) throw httpFailure(response.status, response.headers, await response.text(), key);
    if (wire.answered === undefined) return response;
    const headers = { ...(key !== null && wire.signed(key)) };
    return readResponse(response, wire.answered, {
      key,
      download: async (url) => (await downloaded(() => connection.download(url, { headers, signal }))).bytes,
    });
  };
  try {
    return await run({
      signal,
      fetch: (input, init) =>
        send(input, init).catch((error: unknown) => {
          if (error instanceof ModelFailure) seen.failure = error;
          throw error;
        }),
    });
  } catch (error) {
    signal.throwIfAborted();
    throw seen.failure ?? sdkFailure(error, key, seen.requests > 0);
  }
}

/** Replaces the headers of the SDK that state its key and its version. */
function signedHeaders(given: RequestInit['headers'], wire: SdkWire, own: Record<string, string>): Headers {
  const headers = new Headers(given);
  for (const name of ['user-agent', ...Object.keys(wire.signed(noKey))]) headers.delete(name);
  for (const [name, value] of Object.entries(own)) headers.set(name, value);
  return headers;
}

/** Changes a body of JSON. Forms are sent as they are. */
function changedBody(
  body: RequestInit['body'],
  change: NonNullable<SdkWire['asked']>,
): NonNullable<typeof body> | null {
  if (typeof body !== 'string') return body ?? null;
  const json: unknown = JSON.parse(body);
  return typeof json === 'object' && json !== null ? JSON.stringify(change(json)) : body;
}

async function readResponse(
  response: Response,
  answered: NonNullable<SdkWire['answered']>,
  { key, download }: { key: string | null; download: Download },
): Promise<Response> {
  const text = await response.text();
  const body = parsed(text, key);
  const status = statedStatus(body);
  if (status !== undefined) throw httpFailure(status, response.headers, text, key);
  const { headers } = response;
  return new Response(JSON.stringify(await answered(body, download)), { headers });
}

function parsed(text: string, key: string | null): unknown {
  if (text.trim() === '') throw new ModelFailure('empty', 'the response of the provider is empty');
  try {
    return JSON.parse(text);
  } catch {
    throw new ModelFailure('unreadable', 'the response of the provider is no JSON', {
      cause: providerWords(text, key),
    });
  }
}

/**
 * Downloads a result, and a second time if the connection fails: the work is done and paid for, and another download
 * costs nothing.
 */
async function downloaded<Result>(download: () => Promise<Result>): Promise<Result> {
  const again = (error: unknown): Promise<Result> => {
    if (!isCut(error)) throw error;
    return download();
  };
  try {
    return await download().catch(again);
  } catch (error) {
    if (isCut(error)) throw new ModelFailure('empty', 'the result could not be downloaded', { cause: error });
    if (!(error instanceof ModelFailure)) throw error;
    throw new ModelFailure(error.kind, error.message, { cause: error.cause, isAfterWork: true });
  }
}

const isCut = (error: unknown): boolean =>
  error instanceof ModelFailure && (error.kind === 'interrupted' || error.kind === 'unavailable');

function sdkFailure(error: unknown, key: string | null, isSent: boolean): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const cause = providerWords(error instanceof Error ? error.message : String(error), key);
  return isSent
    ? new ModelFailure('unreadable', 'the response of the provider has not the documented form', { cause })
    : new ModelFailure('refused', 'the model cannot be asked for this', { cause });
}
