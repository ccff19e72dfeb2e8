import type { IncomingMessage } from 'node:http';
import type { Caller } from '../keys/callers.ts';

/** Data of a request that the middleware collects. */
export interface RequestContext {
  /** Internal id of the request, a UUID. It is part of the `instance` in a problem document. */
  readonly id: string;
  /** Value of `X-Request-Id` in the response: the client's id if it is well-formed, otherwise the internal id. */
  readonly requestId: string;
  /** Path pattern of the endpoint, for logs and metrics. It contains no input of the client. */
  route: string;
  /** Start of the request on the monotonic clock. */
  readonly startMs: number;
  caller?: Caller;
  /** Parsed body, not validated. */
  body?: unknown;
}

const arrivals = new WeakMap<IncomingMessage, number>();

/** Stores the arrival time of a queued request, on the monotonic clock. */
export function noteArrival(request: IncomingMessage, arrivedMs: number): void {
  arrivals.set(request, arrivedMs);
}

/** Returns the arrival time of a queued request on the monotonic clock; undefined for other requests. */
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
