import { videoCreatesMax } from '../schema/apikey.ts';
import type { RateWindow } from '../schema/endpoints/endpoint.ts';
import type { ObjectKey } from '../objects/object-key.ts';

/**
 * Length of a rate-limit window in seconds. Each window is a whole minute on the clock of the store that keeps the
 * counts.
 */
export const windowSeconds = 60;

/**
 * Returns the limit of a rate-limit window. For requests that create videos, the limit is at most `videoCreatesMax`.
 */
export function cappedLimit(window: RateWindow, limit: number): number {
  return window === 'video-create' ? Math.min(limit, videoCreatesMax) : limit;
}

/** What a count belongs to: an API key and the kind of its requests. Each minute has its own count. */
export interface Counted {
  key: ObjectKey;
  window: RateWindow;
}

export interface Consumed {
  isAllowed: boolean;
  /** Number of requests that were counted in this rate-limit window so far; never more than the limit. */
  used: number;
  /** Minutes since 1970. This number identifies the rate-limit window. */
  minute: number;
  /** Seconds until the next rate-limit window starts; at least 1. */
  resetSeconds: number;
}

/** Number of read requests that one replica has counted since its last synchronisation with the store. */
export interface ReadsTaken extends Counted {
  minute: number;
  taken: number;
}

/** Number of read requests that all replicas together have counted in the current rate-limit window. */
export interface ReadsSeen extends Counted {
  minute: number;
  used: number;
}

export interface RateLimiter {
  /**
   * Counts one request unless the limit is reached. Throws `RateLimiterUnavailable` if the store does not respond.
   *
   * Guarantee: all replicas together admit at most `limit` requests per rate-limit window, and at most 10 requests that
   * create videos. This also holds for concurrent calls.
   */
  consume(counted: Counted, limit: number): Promise<Consumed>;
  /**
   * Adds the read requests that a replica has counted to the store, each count to its own minute, and returns the
   * store's counts for the current minute. Counts of past minutes are not added. To read a count without adding to it,
   * set `taken` to 0.
   */
  syncReads(taken: readonly ReadsTaken[]): Promise<{ seen: ReadsSeen[]; resetSeconds: number }>;
  /**
   * Returns the request counts of the current rate-limit windows, in the order of `counted`. The metrics show these
   * counts.
   */
  used(counted: readonly Counted[]): Promise<number[]>;
}

export class RateLimiterUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RateLimiterUnavailable';
  }
}
