import { videoCreatesMax } from '../schema/apikey.ts';
import type { RateWindow } from '../schema/endpoints/endpoint.ts';
import type { ObjectKey } from '../store/port.ts';

/** Length of a window. Windows are whole minutes of the counter store's clock. */
export const windowSeconds = 60;

/** Returns the limit, capped at `videoCreatesMax` for video creates. */
export function cappedLimit(window: RateWindow, limit: number): number {
  return window === 'video-create' ? Math.min(limit, videoCreatesMax) : limit;
}

/** Identifies a series of windows: a key and the kind of its requests. */
export interface Counted {
  key: ObjectKey;
  window: RateWindow;
}

export interface Consumed {
  isAllowed: boolean;
  /** Requests counted in this window so far, never more than the limit. */
  used: number;
  /** Minutes since 1970. Identifies the window. */
  minute: number;
  /** Seconds until the next window starts; at least 1. */
  resetSeconds: number;
}

/** Reads that a replica has counted since the last synchronisation. */
export interface ReadsTaken extends Counted {
  minute: number;
  taken: number;
}

/** Reads that all replicas have counted in the current window. */
export interface ReadsSeen extends Counted {
  minute: number;
  used: number;
}

export interface RateLimiter {
  /**
   * Counts one request unless the limit is reached. Throws `RateLimiterUnavailable` if the store does not respond.
   *
   * Guarantee: over all replicas, no window admits more than `limit` requests, and no video window more than 10, also
   * with concurrent calls.
   */
  consume(counted: Counted, limit: number): Promise<Consumed>;
  /**
   * Adds each count to its own minute (counts of past minutes are dropped) and returns the counts of the current
   * window. To read a window without adding, set `taken` to 0.
   */
  syncReads(taken: readonly ReadsTaken[]): Promise<{ seen: ReadsSeen[]; resetSeconds: number }>;
  /** Returns the counts of the current windows in the given order, for the metric. */
  used(counted: readonly Counted[]): Promise<number[]>;
}

export class RateLimiterUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RateLimiterUnavailable';
  }
}
