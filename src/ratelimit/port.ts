import { videoCreatesMax } from '../schema/apikey.ts';
import type { RateWindow } from '../schema/endpoints/endpoint.ts';
import type { ObjectKey } from '../store/port.ts';

/** Windows are whole minutes of the counter store's clock. */
export const windowSeconds = 60;

/** What a window takes at most, whatever it is asked for. */
export function cappedLimit(window: RateWindow, limit: number): number {
  return window === 'video-create' ? Math.min(limit, videoCreatesMax) : limit;
}

/** Whose requests of which kind: each has windows of its own. */
export interface Counted {
  key: ObjectKey;
  window: RateWindow;
}

export interface Consumed {
  isAllowed: boolean;
  /** Requests counted in this window so far, never more than the limit. */
  used: number;
  /** Which minute since 1970: two answers with the same number are of the same window. */
  minute: number;
  /** Until the next window begins; at least 1. */
  resetSeconds: number;
}

/** What a replica has counted on its own since the last time. */
export interface ReadsTaken extends Counted {
  minute: number;
  taken: number;
}

/** What all replicas together have counted in the window that is now. */
export interface ReadsSeen extends Counted {
  minute: number;
  used: number;
}

export interface RateLimiter {
  /**
   * Count one request, unless the limit is reached. Throws `RateLimiterUnavailable` where the store does not answer.
   *
   * Guarantee: over all replicas no window admits more than `limit`, and one of videos no more than 10, however many ask at once.
   */
  consume(counted: Counted, limit: number): Promise<Consumed>;
  /**
   * Add what was taken, each in its own minute (one that is over counts nowhere), and learn what is used now. Also without
   * taking anything: `taken` 0.
   */
  syncReads(taken: readonly ReadsTaken[]): Promise<{ seen: ReadsSeen[]; resetSeconds: number }>;
  /** How far the present windows are used, in the order asked: for the metric. */
  used(counted: readonly Counted[]): Promise<number[]>;
}

export class RateLimiterUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'RateLimiterUnavailable';
  }
}
