import type { IncomingMessage } from 'node:http';
import type { Caller } from '../keys/callers.ts';

/** What is known of a request beside the request itself. */
export interface RequestContext {
  /** Our own id, a UUID: the `instance` of a problem. */
  readonly id: string;
  /** What `X-Request-Id` says: the caller's where it is fit to be repeated, else ours. */
  readonly requestId: string;
  /** Path of the endpoint's contract, for logs and metrics; never what the caller typed. */
  route: string;
  /** Monotonic. */
  readonly startMs: number;
  caller?: Caller;
  /** What the body says, not yet validated. */
  body?: unknown;
}

const arrivals = new WeakMap<IncomingMessage, number>();

/** Stores the arrival time of a queued request. Monotonic. */
export function noteArrival(request: IncomingMessage, arrivedMs: number): void {
  arrivals.set(request, arrivedMs);
}

/** Monotonic arrival time of a request that was queued; undefined for others. */
export function arrivalOf(request: IncomingMessage): number | undefined {
  return arrivals.get(request);
}

const contexts = new WeakMap<IncomingMessage, RequestContext>();

export function attachContext(request: IncomingMessage, context: RequestContext): void {
  contexts.set(request, context);
}

export function contextOf(request: IncomingMessage): RequestContext {
  const context = contexts.get(request);
  if (context === undefined) throw new Error('This request did not pass the request-id middleware.');
  return context;
}
