import type { IncomingMessage } from 'node:http';
import type { Clock } from '../../clock/port.ts';
import { lookMs, pendingRead } from './pending-read.ts';

export interface BodyLimits {
  bytesMax: number;
  timeoutMs: number;
}

/** Outcome of reading a request body. `late`: the body did not arrive in time. `gone`: the client disconnected. */
export type BodyRead = { kind: 'whole'; bytes: Buffer } | { kind: 'too-large' } | { kind: 'late' } | { kind: 'gone' };

/**
 * Reads the body of a request, with at most `bytesMax` bytes in memory. Returns `too-large` as soon as the declared
 * length or the number of received bytes exceeds `bytesMax`, and leaves the rest of the body unread.
 */
export async function readBody(request: IncomingMessage, limits: BodyLimits, clock: Clock): Promise<BodyRead> {
  if (Number(request.headers['content-length'] ?? 0) > limits.bytesMax) return { kind: 'too-large' };
  const read = new AbortController();
  const late = outOfTime(request, { timeoutMs: limits.timeoutMs, clock, signal: read.signal });
  try {
    return await Promise.race([collect(request, limits.bytesMax, read.signal), late]);
  } finally {
    read.abort();
  }
}

/**
 * Resolves once the client has had `timeoutMs` to send the request body. Time during which the event loop was blocked
 * does not count. If bytes still arrive after `timeoutMs`, waits for one more second (`lookMs`).
 */
async function outOfTime(
  { socket }: IncomingMessage,
  { timeoutMs, clock, signal }: { timeoutMs: number; clock: Clock; signal: AbortSignal },
): Promise<BodyRead> {
  let leftMs = timeoutMs;
  while (leftMs > 0 && !signal.aborted) {
    const spanMs = Math.min(leftMs, lookMs);
    await clock.sleep(spanMs, signal);
    leftMs -= spanMs;
  }
  const bytesBefore = socket.bytesRead;
  await pendingRead();
  if (socket.bytesRead > bytesBefore) await clock.sleep(lookMs, signal);
  return { kind: 'late' };
}

function collect(request: IncomingMessage, bytesMax: number, signal: AbortSignal): Promise<BodyRead> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = [];
    let length = 0;
    const onData = (chunk: Buffer): void => {
      length += chunk.length;
      if (length > bytesMax) resolve({ kind: 'too-large' });
      else chunks.push(chunk);
    };
    const onEnd = (): void => {
      resolve({ kind: 'whole', bytes: Buffer.concat(chunks) });
    };
    const onGone = (): void => {
      resolve({ kind: 'gone' });
    };
    request.on('data', onData).once('end', onEnd).once('error', onGone).once('close', onGone);
    signal.addEventListener('abort', () => request.off('data', onData).off('end', onEnd).off('close', onGone).pause());
  });
}
