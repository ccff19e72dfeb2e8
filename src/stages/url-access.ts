import { setTimeout as pause } from 'node:timers/promises';
import { AccessExpired } from './access-expired.ts';

/** How long a store is waited for that is away, stumbles or is slow. */
export interface Patience {
  /** Before the second try, the third and so on. */
  waitsMs: readonly number[];
  /** For an answer, and again for its bytes; every byte on its way adds to it. */
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

/** `ended`: no longer allowed. `away`: worth another try. */
type Verdict = 'done' | 'missing' | 'ended' | 'away' | 'refused';

/** Half a minute in all, so that a store that starts anew costs no attempt. The stage's own deadline holds all the same. */
const patience: Patience = { waitsMs: [100, 300, 1_000, 3_000, 8_000, 15_000], timeoutMs: 20_000 };
/** Half a megabyte in a second. */
const slowestBytesPerMs = 500;

const awayStatuses = new Set([408, 425, 429]);
/** A wrong signature is refused with them too, but these URLs were right once: in doubt, their time is over. */
const endedStatuses = new Set([401, 403]);
/** What some stores say with 400 instead. */
const endedCodes = new Set(['ExpiredToken', 'InvalidToken', 'RequestExpired', 'RequestTimeTooSkewed']);

/**
 * The file behind a presigned URL; undefined where there is none. Throws `AccessExpired` where it may not be read any
 * more. Addresses of files are the service's own and do not pass the egress guard. They are secrets: no error has one.
 */
export async function readUrl(url: string, patient = patience): Promise<Buffer | undefined> {
  return askPatiently({ method: 'GET', url }, patient);
}

/** Writes a file whole or not at all. Throws `AccessExpired` where it may not be written any more. */
export async function writeUrl(url: string, file: { bytes: Buffer; contentType: string }, patient = patience) {
  await askPatiently({ method: 'PUT', url, body: file.bytes, contentType: file.contentType }, patient);
}

async function askPatiently(asked: Asked, { waitsMs, timeoutMs }: Patience): Promise<Buffer | undefined> {
  let why = '';
  for (const waitMs of [0, ...waitsMs]) {
    if (waitMs > 0) await pause(waitMs);
    const answer = await ask(asked, timeoutMs);
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

/** One try; what went wrong where there was no answer, or not all of it. */
async function ask({ method, url, body, contentType }: Asked, timeoutMs: number): Promise<Answer | string> {
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
    // Node's own client: it is there already, where loading another would cost every stage some 50 ms.
    const request: RequestInit = { method, headers, redirect: 'manual', signal: deadline.signal };
    if (body !== undefined) request.body = body;
    const answer = await within(body?.length ?? 0, () => fetch(url, request));
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
  return isAway(status, code) ? 'away' : 'refused';
}

function isAway(status: number, code: string): boolean {
  return status >= 500 || awayStatuses.has(status) || code === 'RequestTimeout';
}

/** The code of an S3 error, such as `NoSuchKey`; blank where there is none. */
function codeOf(bytes: Buffer): string {
  return /<Code>([A-Za-z]{1,64})<\/Code>/.exec(bytes.toString('latin1'))?.[1] ?? '';
}

function wordsOf({ status, bytes }: Answer): string {
  const code = codeOf(bytes);
  return code === '' ? `status ${status}` : `status ${status}, ${code}`;
}

function sentence({ method, url }: Asked, why: string): string {
  const deed = method === 'GET' ? 'give' : 'take';
  return `The store at ${URL.parse(url)?.host ?? 'a place that is no URL'} did not ${deed} a file: ${why}.`;
}

/** `fetch` hides why behind a cause. Its own messages may hold the URL, so only the code of a failure is told. */
function connectionWords(error: unknown): string {
  const cause = typeof error === 'object' && error !== null && 'cause' in error ? error.cause : undefined;
  const code = typeof cause === 'object' && cause !== null && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? `the connection failed (${code})` : 'the connection failed';
}
