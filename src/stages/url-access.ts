import { setTimeout as pause } from 'node:timers/promises';
import { hostOf } from '../domain/urls.ts';
import { fetchFromStore, type StoreRequest } from './store-fetch.ts';
import { AccessExpired } from './stage-errors.ts';

/** Retries of a request to a store that is unavailable or slow. */
export interface Patience {
  /** Delays before the second request, the third and so on. */
  waitsMs: readonly number[];
  /**
   * Time limit for the response headers and, separately, for the body. The time that the bytes take at the slowest
   * accepted speed is added.
   */
  timeoutMs: number;
}

interface Asked {
  method: 'GET' | 'PUT';
  url: string;
  contentType?: string;
  body?: Buffer;
}

interface Answer {
  status: number;
  bytes: Buffer;
}

/** What a response means. `ended`: the access has expired. `retryable`: the same request may succeed later. */
type Verdict = 'done' | 'missing' | 'ended' | 'retryable' | 'refused';

/**
 * The retries take half a minute in total, so that a restart of the store does not make the stage fail. The deadline of
 * the stage still applies.
 */
const patience: Patience = { waitsMs: [100, 300, 1_000, 3_000, 8_000, 15_000], timeoutMs: 20_000 };
/** Slowest accepted transfer: half a megabyte per second. */
const slowestBytesPerMs = 500;

const retryableStatuses = new Set([408, 425, 429]);
/**
 * Statuses that mean that the access has expired. Stores use these statuses for wrong signatures too, but the URLs were
 * valid when they were issued.
 */
const endedStatuses = new Set([401, 403]);
/** Error codes with which some stores report expiry under status 400. */
const endedCodes = new Set(['ExpiredToken', 'InvalidToken', 'RequestExpired', 'RequestTimeTooSkewed']);

/**
 * Returns the bytes of the file at a presigned URL; undefined if the file does not exist. Throws `AccessExpired` after
 * the access has expired. The URLs are issued by the service itself, so they bypass the egress guard. They are secrets,
 * so no error message contains a URL.
 */
export async function readUrl(url: string, patient = patience): Promise<Buffer | undefined> {
  return sendWithRetries({ method: 'GET', url }, patient);
}

/** Writes a file completely or not at all. Throws `AccessExpired` after the access has expired. */
export async function writeUrl(url: string, file: { bytes: Buffer; contentType: string }, patient = patience) {
  await sendWithRetries({ method: 'PUT', url, body: file.bytes, contentType: file.contentType }, patient);
}

async function sendWithRetries(asked: Asked, { waitsMs, timeoutMs }: Patience): Promise<Buffer | undefined> {
  let why = '';
  for (const waitMs of [0, ...waitsMs]) {
    if (waitMs > 0) await pause(waitMs);
    const answer = await send(asked, timeoutMs);
    if (typeof answer === 'string') {
      why = answer;
      continue;
    }
    const verdict = judge(asked.method, answer);
    why = wordsOf(answer);
    if (verdict === 'done') return answer.bytes;
    if (verdict === 'missing') return undefined;
    if (verdict === 'ended') throw new AccessExpired(sentence(asked, why));
    if (verdict === 'refused') throw new Error(sentence(asked, why));
  }
  throw new Error(sentence(asked, why));
}

/** Sends one request. Returns the response, or the reason in words if no complete response arrives. */
async function send({ method, url, body, contentType }: Asked, timeoutMs: number): Promise<Answer | string> {
  const deadline = new AbortController();
  const within = async <T>(bytes: number, work: () => Promise<T>): Promise<T> => {
    const timer = setTimeout(
      () => {
        deadline.abort();
      },
      timeoutMs + bytes / slowestBytesPerMs,
    );
    return work().finally(() => {
      clearTimeout(timer);
    });
  };
  const headers: Record<string, string> = contentType === undefined ? {} : { 'Content-Type': contentType };
  try {
    const request: StoreRequest = { method, headers, redirect: 'manual', signal: deadline.signal };
    if (body !== undefined) request.body = body;
    const answer = await within(body?.length ?? 0, () => fetchFromStore(url, request));
    const length = Number(answer.headers.get('content-length') ?? 0);
    return { status: answer.status, bytes: Buffer.from(await within(length, () => answer.arrayBuffer())) };
  } catch (error) {
    return deadline.signal.aborted ? 'it took too long' : connectionWords(error);
  }
}

function judge(method: Asked['method'], { status, bytes }: Answer): Verdict {
  if (status >= 200 && status <= 299) return 'done';
  const code = codeOf(bytes);
  if (status === 404 && method === 'GET' && (code === 'NoSuchKey' || bytes.length === 0)) return 'missing';
  if (endedStatuses.has(status) || endedCodes.has(code)) return 'ended';
  return isRetryable(status, code) ? 'retryable' : 'refused';
}

function isRetryable(status: number, code: string): boolean {
  return status >= 500 || retryableStatuses.has(status) || code === 'RequestTimeout';
}

/** Returns the code of an S3 error, such as `NoSuchKey`; blank if the response has none. */
function codeOf(bytes: Buffer): string {
  return /<Code>([A-Za-z]{1,64})<\/Code>/.exec(bytes.toString('latin1'))?.[1] ?? '';
}

function wordsOf({ status, bytes }: Answer): string {
  const code = codeOf(bytes);
  return code === '' ? `status ${status}` : `status ${status}, ${code}`;
}

function sentence({ method, url }: Asked, why: string): string {
  const action = method === 'GET' ? 'Reading a file from' : 'Writing a file to';
  return `${action} the store at ${hostOf(url)} failed: ${why}.`;
}

/**
 * Returns the error code that `fetch` hides in `cause`. The message of the error may contain the URL, so it is not
 * used.
 */
function connectionWords(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `the connection failed (${code})` : 'the connection failed';
}
