import type { IncomingMessage } from 'node:http';

export interface RequestContext {
  readonly id: string;
  readonly requestId: string;
  /**
   * Path pattern of the endpoint, such as `/jobs/{job_id}`, for logs and metrics. It contains no input of the client.
   */
  route: string;
  /** Start of the request, in milliseconds on the monotonic clock. */
  readonly startMs: number;
  /** Namespaces and names of the account and of the API key of an authenticated request, for the log. */
  caller?: { readonly account: string; readonly key: string };
}

const arrivals = new WeakMap<IncomingMessage, number>();

export function noteArrival(request: IncomingMessage, arrivedMs: number): void {
  arrivals.set(request, arrivedMs);
}

/**
 * Returns the arrival time of a request that had to wait in the queue, in milliseconds on the monotonic clock. Returns
 * undefined if the request did not wait.
 */
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
