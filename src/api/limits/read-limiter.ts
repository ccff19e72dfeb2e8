import type { Clock } from '../../clock/port.ts';
import type { RateLimiter, ReadsSeen, ReadsTaken } from '../../ratelimit/port.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import { LimiterClock } from './limiter-clock.ts';
import type { WindowCount } from './window-count.ts';

/**
 * Interval at which each replica of the API shares its counts of read requests with the other replicas. Between two
 * exchanges, a replica does not know the reads on other replicas, so a rate limit can be exceeded by the reads of one
 * interval.
 */
const syncEveryMs = 100;

interface Reads {
  key: ObjectKey;
  minute: number;
  used: number;
  unsent: number;
}

/**
 * Counts read requests in memory, and shares the counts with other replicas of the API through a store. No request
 * waits for the store. While the store is unavailable, the replica continues from the last known count.
 *
 * Guarantee: a single replica never exceeds a rate limit, and no read is counted twice. For this, counts that the store
 * did not confirm are not sent again.
 */
export class ReadLimiter {
  readonly #reads = new Map<string, Reads>();
  readonly #store: Pick<RateLimiter, 'syncReads'>;
  readonly #clock: Clock;
  readonly #minutes: LimiterClock;

  constructor(store: Pick<RateLimiter, 'syncReads'>, clock: Clock) {
    this.#store = store;
    this.#clock = clock;
    this.#minutes = new LimiterClock(clock);
  }

  count(key: ObjectKey, limit: number): WindowCount {
    const { minute, resetSeconds } = this.#minutes.now();
    const reads = this.#readsOf(key, minute);
    const isAllowed = reads.used < limit;
    if (isAllowed) {
      reads.used += 1;
      reads.unsent += 1;
    }
    return { window: 'job-read', isAllowed, limit, remaining: Math.max(0, limit - reads.used), resetSeconds };
  }

  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#clock.sleep(syncEveryMs, stop);
      await this.sync();
    }
  }

  async sync(): Promise<boolean> {
    const taken = this.#take();
    if (taken.length === 0) return true;
    const sentMs = this.#clock.monotonicMs();
    try {
      const { seen, resetSeconds } = await this.#store.syncReads(taken);
      if (seen[0] !== undefined) this.#minutes.learn({ minute: seen[0].minute, resetSeconds, sentMs });
      for (const one of seen) this.#learn(one);
      return true;
    } catch {
      return false;
    }
  }

  #readsOf(key: ObjectKey, minute: number): Reads {
    const known = this.#reads.get(keyText(key));
    if (known?.minute === minute) return known;
    const fresh = { key, minute, used: 0, unsent: 0 };
    this.#reads.set(keyText(key), fresh);
    return fresh;
  }

  #take(): ReadsTaken[] {
    const { minute } = this.#minutes.now();
    const taken: ReadsTaken[] = [];
    for (const [name, reads] of this.#reads) {
      if (reads.unsent > 0)
        taken.push({ key: reads.key, window: 'job-read', minute: reads.minute, taken: reads.unsent });
      reads.unsent = 0;
      if (reads.minute !== minute) this.#reads.delete(name);
    }
    return taken;
  }

  #learn({ key, minute, used }: ReadsSeen): void {
    const reads = this.#reads.get(keyText(key));
    if (reads?.minute === minute) reads.used = Math.max(reads.used, used + reads.unsent);
    else if (this.#minutes.now().minute === minute) this.#readsOf(key, minute).used = used;
  }
}
