import { setTimeout as pause } from 'node:timers/promises';
import { hostOf } from '../domain/urls.ts';
import { AccessExpired } from './stage-errors.ts';
import type { StoreFetch, StoreRequest } from './store-fetch.ts';

export interface StageFile {
  bytes: Buffer;
  contentType: string;
}

export interface Patience {
  waitsMs: readonly number[];
  /**
   * Time limit of one try to transfer a file, for the response headers and, separately, for the body. The transfer time
   * at the slowest allowed speed is added.
   */
  timeoutMs: number;
  /**
   * Time limit of all tries to transfer a file, with the delays between them. The transfer time at the slowest allowed
   * speed is added.
   */
  totalMs: number;
}

interface Transfer {
  patience: Patience;
  fetchFile: StoreFetch;
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

/**
 * Meaning of a response from the file store. `ended`: the presigned URL has expired. `retryable`: the same request may
 * succeed later.
 */
type Verdict = 'done' | 'missing' | 'ended' | 'retryable' | 'refused';

/**
 * All tries take half a minute in total, so that a restart of the store does not make the stage fail. The deadline of
 * the stage still applies.
 */
const patience: Patience = {
  waitsMs: [100, 300, 1_000, 3_000, 8_000, 15_000],
  timeoutMs: 20_000,
  totalMs: 30_000,
};
/** Default of the readers and writers below: without a proxy. */
const defaults: Transfer = { patience, fetchFile: fetch };
const slowestBytesPerMs = 500;

const retryableStatuses = new Set([408, 425, 429]);
/**
 * HTTP statuses that mean that a presigned URL has expired. File stores also use these statuses for wrong signatures,
 * but a wrong signature is impossible here, because the URLs were valid when they were issued.
 */
const endedStatuses = new Set([401, 403]);
/** Error codes with which some file stores report an expired URL under HTTP status 400. */
const endedCodes = new Set(['ExpiredToken', 'InvalidToken', 'RequestExpired', 'RequestTimeTooSkewed']);

/**
 * Returns the bytes of the file at a presigned URL; undefined if the file does not exist. Throws `AccessExpired` if the
 * URL has expired. The service itself issues these URLs, so they bypass the egress guard; they are secrets, so no error
 * message contains a URL.
 */
export async function readUrl(url: string, transfer: Partial<Transfer> = {}): Promise<Buffer | undefined> {
  return sendWithRetries({ method: 'GET', url }, { ...defaults, ...transfer });
}

/** Writes a file to a presigned URL, completely or not at all. Throws `AccessExpired` if the URL has expired. */
export async function writeUrl(url: string, file: StageFile, transfer: Partial<Transfer> = {}) {
  await sendWithRetries(
    { method: 'PUT', url, body: file.bytes, contentType: file.contentType },
    { ...defaults, ...transfer },
  );
}

async function sendWithRetries(
  asked: Asked,
  { patience: { waitsMs, timeoutMs, totalMs }, fetchFile }: Transfer,
): Promise<Buffer | undefined> {
  const endMs = performance.now() + totalMs;
  const leftMs = (): number => Math.max(0, endMs - performance.now());
  let why = '';
  for (const waitMs of [0, ...waitsMs]) {
    if (waitMs > 0 && waitMs >= leftMs()) break;
    if (waitMs > 0) await pause(waitMs);
    const answer = await send(asked, fetchFile, () => Math.min(timeoutMs, leftMs()));
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

async function send(
  { method, url, body, contentType }: Asked,
  fetchFile: StoreFetch,
  timeoutMs: () => number,
): Promise<Answer | string> {
  const deadline = new AbortController();
  const within = async <T>(bytes: number, work: () => Promise<T>): Promise<T> => {
    const timer = setTimeout(
      () => {
        deadline.abort();
      },
      timeoutMs() + bytes / slowestBytesPerMs,
    );
    return work().finally(() => {
      clearTimeout(timer);
    });
  };
  const headers: Record<string, string> = contentType === undefined ? {} : { 'Content-Type': contentType };
  try {
    const request: StoreRequest = { method, headers, redirect: 'manual', signal: deadline.signal };
    if (body !== undefined) request.body = body;
    const answer = await within(body?.length ?? 0, () => fetchFile(url, request));
    const length = Number(answer.headers.get('content-length') ?? 0);
    return { status: answer.status, bytes: Buffer.from(await within(length, () => answer.arrayBuffer())) };
  } catch (error) {
    return deadline.signal.aborted ? 'the transfer took too long' : connectionWords(error);
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
 * Returns a text with the error code that `fetch` hides in `cause`. The message of the error is not used, because it
 * may contain the URL, which is a secret.
 */
function connectionWords(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `the connection failed (${code})` : 'the connection failed';
}
