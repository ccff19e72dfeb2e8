import { createGuard } from '../../egress/create-guard.ts';
import { BodyTooLarge, decodeBody } from '../../egress/decode-body.ts';
import { asEgressError } from '../../egress/failure.ts';
import type { Guard } from '../../egress/guard.ts';
import { EgressError, type Egress } from '../../egress/port.ts';
import type { EgressSettings } from '../../egress/settings.ts';
import { stageUserAgent } from '../../egress/user-agent.ts';
import { programVersion } from '../../version.ts';
import type { ModelAnswer } from '../model-task.ts';
import { ModelFailure } from '../model-failure.ts';
import type { ModelEntry } from '../model-entry.ts';
import { httpFailure } from './http-failure.ts';

/** Maximum size in bytes of a response of a model: a film of 8 s in 1080p has 10 to 30 MiB, as base64 a third more. */
export const modelAnswerBytesMax = 96 * 1024 * 1024;

const headerBytesMax = 262_144;
const connectMs = 10_000;
/** Maximum size in bytes of the body of a failed download, of which only the status is used. */
const failureBytesMax = 65_536;
/** Statuses whose responses have no body. */
const bodiless = new Set([204, 205, 304]);

export interface DownloadOptions {
  /** Headers for the origin of the base URL, such as the key. Another origin never gets them. */
  headers?: Readonly<Record<string, string>>;
  signal: AbortSignal;
}

/** Connection to the server of one model. */
export interface ModelConnection {
  /**
   * Sends one request to the origin of the base URL, and returns its response, redirects included. Has the signature of
   * the global `fetch`, for SDKs. Throws `ModelFailure` for every other origin, and if there is no whole response.
   */
  fetch: typeof fetch;
  /**
   * Downloads a result that a model's response names. A relative URL belongs to the base URL. URLs of other origins, and
   * redirects to them, go through the guard for URLs of users and get no headers. Throws `ModelFailure`.
   */
  download(url: string, options: DownloadOptions): Promise<ModelAnswer>;
}

interface ConnectionOptions {
  /** Settings for connections to hosts of users. Its list of denied addresses holds for models, too. */
  settings: EgressSettings;
  noProxy: string;
  /** Access to hosts of users, for results on other hosts. */
  egress: Egress;
  bytesMax?: number;
}

/** Opens the connection to the server of a model. Addresses of `entry.addresses` are allowed for this server only. */
export function openModelConnection(
  entry: Pick<ModelEntry, 'baseUrl' | 'addresses'>,
  { settings, noProxy, egress, bytesMax = modelAnswerBytesMax }: ConnectionOptions,
): ModelConnection {
  const base = new URL(`${entry.baseUrl}/`);
  const guard = createGuard({ ...settings, allow: entry.addresses.join(',') }, noProxy);
  const send = async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init);
    if (new URL(request.url).origin !== base.origin)
      throw new ModelFailure('not_allowed', 'a request to another server than that of the model was refused');
    return oneRequest(request, guard, bytesMax);
  };
  return {
    fetch: send,
    download: async (text, { headers = {}, signal }) => {
      const url = urlOf(text, base);
      if (url.origin !== base.origin) return foreign(url, { egress, bytesMax, signal });
      const response = await send(url, { headers, redirect: 'manual', signal });
      const location = response.headers.get('location');
      if (response.status >= 300 && response.status < 400 && location !== null)
        return redirected(urlOf(location, url), base, { egress, bytesMax, signal, headers, send });
      return answerOf(response);
    },
  };
}

function urlOf(text: string, base: URL): URL {
  const url = URL.parse(text, base.href);
  if (url === null) throw new ModelFailure('unreadable', 'the response names a result by an invalid URL');
  return url;
}

interface Foreign {
  egress: Egress;
  bytesMax: number;
  signal: AbortSignal;
}

/** Follows one redirect of a download. A second one within the origin of the model is refused. */
async function redirected(
  url: URL,
  base: URL,
  {
    headers,
    send,
    ...rest
  }: Foreign & {
    headers: Readonly<Record<string, string>>;
    send: (url: URL, init: RequestInit) => Promise<Response>;
  },
): Promise<ModelAnswer> {
  if (url.origin !== base.origin) return foreign(url, rest);
  return answerOf(await send(url, { headers, redirect: 'manual', signal: rest.signal }));
}

/** Downloads a result from another server, as a file that a user has named. */
async function foreign(url: URL, { egress, bytesMax, signal }: Foreign): Promise<ModelAnswer> {
  try {
    const { bytes, contentType } = await egress.fetch(
      url.href,
      { bytesMax, timeoutMs: 300_000, failureBytesMax },
      signal,
    );
    return { bytes, mediaType: mediaTypeOf(contentType) };
  } catch (error) {
    signal.throwIfAborted();
    throw downloadFailure(error);
  }
}

function downloadFailure(error: unknown): ModelFailure {
  const { reason, answer } = asEgressError(error, 'the result');
  if (reason === 'url_not_allowed')
    return new ModelFailure('not_allowed', 'the result is on a server that is not allowed', { cause: error });
  if (reason === 'too_large') return new ModelFailure('too_large', 'the result is too large', { cause: error });
  // Addresses of results expire, with 403 as often as with 404.
  if (answer !== undefined && answer.status >= 400 && answer.status < 500 && ![408, 425, 429].includes(answer.status))
    return noResult(error);
  return new ModelFailure('unavailable', 'the result could not be downloaded', { cause: error });
}

/** Work whose result is gone was done, and paid for. */
const noResult = (cause?: unknown): ModelFailure =>
  new ModelFailure('lost', 'the provider no longer has the result', { cause });

async function answerOf(response: Response): Promise<ModelAnswer> {
  const bytes = Buffer.from(await response.arrayBuffer());
  if (!response.ok) {
    if (response.status === 404 || response.status === 410) throw noResult();
    throw httpFailure(response.status, response.headers, bytes.toString('utf8', 0, 4_096));
  }
  return { bytes, mediaType: mediaTypeOf(response.headers.get('content-type')) };
}

export function mediaTypeOf(contentType: string | null): string {
  return (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
}

async function oneRequest(request: Request, guard: Guard, bytesMax: number): Promise<Response> {
  const { signal } = request;
  const body = request.body === null ? null : Buffer.from(await request.arrayBuffer());
  const url = new URL(request.url);
  let isSent = false;
  try {
    const route = await guard.route(guard.judge(url.href), signal);
    const { connectTo } = await import('../../egress/connection.ts');
    const { client, target, headers, peer } = await connectTo(url, route, {
      ...{ headerBytesMax, timeoutMs: connectMs, signal },
    });
    try {
      const sending = client.request({
        ...{ method: request.method, path: target, body, signal },
        headers: { ...headersOf(request), ...headers },
        // The caller sets the time limit. A local model may need minutes for its first byte.
        ...{ headersTimeout: 0, bodyTimeout: 0 },
      });
      const answer = await sending.catch((error: unknown) => {
        isSent = peer === undefined || peer.socket !== undefined;
        throw error;
      });
      isSent = true;
      answer.body.on('error', () => undefined);
      const { statusCode: status } = answer;
      const bytes = await decodeBody(answer.body, encodingsOf(answer.headers), bytesMax, signal);
      return new Response(bodiless.has(status) ? null : bytes, { status, headers: plainHeaders(answer.headers) });
    } finally {
      await client.destroy();
    }
  } catch (error) {
    signal.throwIfAborted();
    throw connectionFailure(error, isSent);
  }
}

function connectionFailure(error: unknown, isSent: boolean): ModelFailure {
  if (error instanceof ModelFailure) return error;
  if (error instanceof BodyTooLarge)
    return new ModelFailure('too_large', 'the response of the model is too large', { cause: error });
  if (error instanceof EgressError && error.reason === 'url_not_allowed')
    return new ModelFailure('not_allowed', "the address of the model's server is not allowed", { cause: error });
  return isSent
    ? new ModelFailure('interrupted', 'the connection to the model was cut', { cause: error })
    : new ModelFailure('unavailable', "the model's server could not be reached", { cause: error });
}

function headersOf(request: Request): Record<string, string> {
  const own = { 'user-agent': stageUserAgent(programVersion()), 'accept-encoding': 'gzip, deflate, br, zstd' };
  return { ...own, ...Object.fromEntries(request.headers) };
}

type RawHeaders = Record<string, string | string[] | undefined>;

function encodingsOf(headers: RawHeaders) {
  const text = (name: string): string | undefined => [headers[name] ?? []].flat().join(', ') || undefined;
  return { content: text('content-encoding'), transfer: text('transfer-encoding') };
}

/** Returns the headers of a response whose body was decoded. */
function plainHeaders(headers: RawHeaders): Headers {
  const dropped = new Set(['content-encoding', 'content-length', 'transfer-encoding']);
  const kept = Object.entries(headers).filter(([name]) => !dropped.has(name));
  return new Headers(kept.flatMap(([name, value = []]) => [value].flat().map((one): [string, string] => [name, one])));
}
