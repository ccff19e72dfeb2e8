import type { Clock } from '../../clock/port.ts';
import type { RateLimiter, ReadsSeen, ReadsTaken } from '../../ratelimit/port.ts';
import { keyText } from '../../runtime/object-key.ts';
import type { ObjectKey } from '../../store/port.ts';
import { LimiterClock } from './limiter-clock.ts';
import type { WindowCount } from './windows.ts';

/** How often replicas tell each other what they took: what they take in between may come on top of a limit. */
const syncEveryMs = 100;

interface Reads {
  key: ObjectKey;
  minute: number;
  /** By all replicas as far as this one knows, its own included. */
  used: number;
  /** Of these, its own that the store was not told yet. */
  untold: number;
}

/**
 * Counts reads in memory and shares the counts through the store, so that no read waits for it.
 *
 * Guarantee: a replica alone never takes more than the limit, also while the store is away: it goes on from the last count
 * it knew. What was sent and not answered is not sent again, so nothing is ever counted twice.
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
      reads.untold += 1;
    }
    return { window: 'job-read', isAllowed, limit, remaining: Math.max(0, limit - reads.used), resetSeconds };
  }

  /** Shares until the signal aborts, and what is left once more. */
  async run(stop: AbortSignal): Promise<void> {
    while (!stop.aborted) {
      await this.#clock.sleep(syncEveryMs, stop);
      await this.sync();
    }
  }

  /** False where the store did not answer. */
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
    const fresh = { key, minute, used: 0, untold: 0 };
    this.#reads.set(keyText(key), fresh);
    return fresh;
  }

  /** What is to be told; forgets the minutes that are over. */
  #take(): ReadsTaken[] {
    const { minute } = this.#minutes.now();
    const taken: ReadsTaken[] = [];
    for (const [name, reads] of this.#reads) {
      if (reads.untold > 0)
        taken.push({ key: reads.key, window: 'job-read', minute: reads.minute, taken: reads.untold });
      reads.untold = 0;
      if (reads.minute !== minute) this.#reads.delete(name);
    }
    return taken;
  }

  #learn({ key, minute, used }: ReadsSeen): void {
    const reads = this.#reads.get(keyText(key));
    if (reads?.minute === minute) reads.used = Math.max(reads.used, used + reads.untold);
    else if (this.#minutes.now().minute === minute) this.#readsOf(key, minute).used = used;
  }
}
