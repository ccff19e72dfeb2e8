import { windowNamed } from '../ads/known-types.ts';
import type { KeyLimits, WindowDefaults } from '../schema/apikey.ts';
import type { RateWindow } from '../schema/endpoints/endpoint.ts';
import type { ObjectKey } from '../objects/object-key.ts';

/**
 * Length in seconds of a rate-limit window. Each window is a whole minute on the clock of the store that keeps the
 * counts.
 */
export const windowSeconds = 60;

export function cappedLimit(window: RateWindow, limit: number): number {
  return Math.min(limit, windowNamed(window).max);
}

/** Returns the limit of an API key with these own limits. `defaults` are the limits of the installation. */
export function limitOf(window: RateWindow, limits: KeyLimits, defaults: WindowDefaults): number {
  const { limit, perMinute } = windowNamed(window);
  return cappedLimit(window, limits[limit] ?? defaults[limit] ?? perMinute);
}

/** Identifies a request count by an API key and a kind of request. Each minute has its own count. */
export interface Counted {
  key: ObjectKey;
  window: RateWindow;
}

export interface Consumed {
  isAllowed: boolean;
  /** Number of requests counted in the current minute so far; never more than the limit. */
  used: number;
  /**
   * Current minute, as the number of minutes since 1970. Each minute is one rate-limit window (time span in which
   * requests are counted).
   */
  minute: number;
  /** Seconds until the next minute, in which the count starts at 0; at least 1. */
  resetSeconds: number;
}

/**
 * Number of read requests (`taken`) that one API replica has counted since it last synchronised its counts with the
 * store.
 */
export interface ReadsTaken extends Counted {
  minute: number;
  taken: number;
}

/** Number of read requests (`used`) that all API replicas together have counted in the current minute. */
export interface ReadsSeen extends Counted {
  minute: number;
  used: number;
}

export interface RateLimiter {
  /**
   * Counts one request of an API key unless the limit is reached. Throws `RateLimiterUnavailable` if the store does not
   * respond.
   *
   * Guarantee: for each key, all API replicas together admit at most `limit` requests per minute, and at most
   * the maximum of the window. This also holds for concurrent calls.
   */
  consume(counted: Counted, limit: number): Promise<Consumed>;
  /**
   * Adds the read requests that an API replica has counted to the store, each count to its own minute. Counts of past
   * minutes are not added. Returns the store's counts for the current minute. To read a count without adding to it, set
   * `taken` to 0.
   */
  syncReads(taken: readonly ReadsTaken[]): Promise<{ seen: ReadsSeen[]; resetSeconds: number }>;
  /** Returns the request counts of the current minute, in the order of `counted`. The metrics show these counts. */
  used(counted: readonly Counted[]): Promise<number[]>;
}

export class RateLimiterUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RateLimiterUnavailable';
  }
}
