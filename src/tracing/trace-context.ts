import { createHash, randomBytes } from 'node:crypto';

/** A span, as the parent of others. */
export interface TraceContext {
  /** 32 hexadecimal digits. */
  traceId: string;
  /** 16 hexadecimal digits. */
  spanId: string;
  isSampled: boolean;
}

const sampledFlag = 1;
const traceparent = /^(?!ff)[0-9a-f]{2}-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(?=$|-)/;

/** Parses a header `traceparent` of W3C Trace Context. Returns undefined if it is malformed. */
export function parseTraceparent(text: string | undefined): TraceContext | undefined {
  const [whole, traceId, spanId, flags = ''] = traceparent.exec(text ?? '') ?? [];
  if (whole === undefined || traceId === undefined || spanId === undefined) return undefined;
  // Version 00 has no further fields.
  if (whole.startsWith('00') && whole.length !== text?.length) return undefined;
  return { traceId, spanId, isSampled: (parseInt(flags, 16) & sampledFlag) === sampledFlag };
}

export function formatTraceparent({ traceId, spanId, isSampled }: TraceContext): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}

export function newTraceId(): string {
  return randomBytes(16).toString('hex');
}

export function newSpanId(): string {
  return randomBytes(8).toString('hex');
}

/** Returns the trace id of a job that was not created by a traced request. All processes derive the same id. */
export function traceIdOf(jobId: string): string {
  return digest(`trace/${jobId}`).slice(0, 32);
}

/**
 * Returns the id of a span of a job, such as `job` or `image/2`. All processes derive the same id, so that a span can
 * name a parent that another process records later.
 */
export function spanIdOf(jobId: string, name: string): string {
  return digest(`span/${jobId}/${name}`).slice(0, 16);
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
