import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import type { ObjectStore } from '../store/port.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import { LeaseClaim, type Claimed } from './lease-claim.ts';

/**
 * Leadership of this process. Every write first calls `holds`, which reports whether this process is the leader and may
 * write.
 */
export interface Leadership {
  holds(): boolean;
}

export interface LeaderElectionMetrics {
  leading(leadership: Leadership): void;
}

export interface LeaderElectionOptions {
  store: Pick<ObjectStore, 'get' | 'create' | 'patch'>;
  key: ObjectKey;
  /** Identity of this process in the Lease. The identity must be unique and must not be used again after a restart. */
  identity: string;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
  metrics?: LeaderElectionMetrics;
  timing?: LeaseTiming;
  random?: () => number;
}

export interface LeaseTiming {
  /** Time in milliseconds without a renewal after which other processes may acquire the Lease. */
  leaseDurationMs: number;
  /** Time in milliseconds without a renewal after which the leader stops its work. */
  renewDeadlineMs: number;
  retryPeriodMs: number;
}

/** Default times of the leader election in milliseconds, as in client-go. */
const defaultTiming: LeaseTiming = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };

const jitter = 0.2;

/**
 * Reason why the leadership ended. `stopped`: this process was asked to stop. `lost`: another process is the leader, or
 * may soon be.
 */
export type LeadershipEnd = 'stopped' | 'lost';

/**
 * Leader election by a Kubernetes Lease, as in client-go. A process leads at most once: after it loses the leadership,
 * it must exit and restart.
 *
 * `holds` returns true until `renewDeadlineMs` after this process *sent* its last accepted renewal of the Lease. Other
 * processes wait for `leaseDurationMs` after they *observed* that renewal, which is later. So if all monotonic clocks
 * run at the same rate, another process takes over at the earliest 5 s (the difference of the two durations) after
 * `holds` became false. These 5 s cover writes in flight and clock drift.
 *
 * Two processes may still act as leader at the same time, for three reasons. A write may hang for longer than 5 s. The
 * monotonic clock of a suspended machine may have stopped. If a client deletes the Lease, a process that never observed
 * the Lease may create it again, up to one retry period before the leader notices this. So the work of the leader must
 * be safe even if two leaders run.
 */
export class LeaderElection implements Leadership {
  readonly #options: LeaderElectionOptions;
  readonly #timing: LeaseTiming;
  readonly #claim: LeaseClaim;
  #deadlineMs = -Infinity;
  #rival = '';

  constructor(options: LeaderElectionOptions) {
    this.#options = options;
    this.#timing = options.timing ?? defaultTiming;
    const { leaseDurationMs, renewDeadlineMs, retryPeriodMs } = this.#timing;
    if (!(leaseDurationMs > renewDeadlineMs && renewDeadlineMs > retryPeriodMs * (1 + jitter) && retryPeriodMs > 0)) {
      throw new RangeError(
        'leaseDurationMs must exceed renewDeadlineMs, and that must exceed retryPeriodMs with jitter.',
      );
    }
    this.#claim = new LeaseClaim({ ...options, leaseDurationMs });
    options.metrics?.leading(this);
  }

  holds(): boolean {
    return this.#options.clock.monotonicMs() < this.#deadlineMs;
  }

  /**
   * Waits until this process is the leader, then runs `lead` until its signal aborts, because of `stop` or because the
   * leadership is lost. Renews the Lease until `lead` has ended, so that `lead` can finish its work, and then releases
   * the Lease. Call `run` only once.
   */
  async run(stop: AbortSignal, lead: (signal: AbortSignal) => Promise<void>): Promise<LeadershipEnd> {
    await this.#acquire(stop);
    if (!this.holds()) return 'stopped';
    this.#log('info', 'became leader');
    const lost = new AbortController();
    const done = new AbortController();
    const renewing = this.#renewUntil(done.signal, lost);
    try {
      if (!stop.aborted) await lead(AbortSignal.any([stop, lost.signal]));
    } finally {
      done.abort();
      await renewing;
      if (!lost.signal.aborted) await this.#release();
    }
    return lost.signal.aborted ? 'lost' : 'stopped';
  }

  async #acquire(stop: AbortSignal): Promise<void> {
    const { clock } = this.#options;
    while (!stop.aborted) {
      const claimed = await this.#try(this.#timing.renewDeadlineMs / 2);
      if (claimed?.kind === 'ours') this.#deadlineMs = claimed.startMs + this.#timing.renewDeadlineMs;
      if (this.holds()) return;
      if (claimed?.kind === 'theirs') this.#noteRival(claimed.holder);
      await clock.sleep(this.#pauseMs(), stop);
    }
  }

  async #renewUntil(done: AbortSignal, lost: AbortController): Promise<void> {
    const { clock } = this.#options;
    for (;;) {
      await clock.sleep(Math.min(this.#pauseMs(), this.#leftMs()), done);
      if (done.aborted) return;
      const claimed = this.holds() ? await this.#try(this.#leftMs()) : undefined;
      // The leadership is lost once the deadline has passed, even if a late renewal succeeds, because the leader's work
      // may have stopped at the deadline.
      const renewed = claimed?.kind === 'ours' && this.holds();
      if (renewed) this.#deadlineMs = claimed.startMs + this.#timing.renewDeadlineMs;
      if (claimed?.kind === 'theirs') this.#deadlineMs = -Infinity;
      if (this.holds()) continue;
      this.#log('warn', 'leader election lost');
      lost.abort();
      return;
    }
  }

  async #try(limitMs: number): Promise<Claimed | undefined> {
    const { clock, logger } = this.#options;
    const ended = new AbortController();
    try {
      const late = clock.sleep(limitMs, ended.signal).then(() => undefined);
      return await Promise.race([this.#claim.claim(), late]);
    } catch (error) {
      logger.warn({ err: error, ...this.#logFields() }, 'failed to acquire or renew Lease; retrying');
      return undefined;
    } finally {
      ended.abort();
    }
  }

  async #release(): Promise<void> {
    const { clock, logger } = this.#options;
    const limitMs = Math.max(0, this.#leftMs());
    this.#deadlineMs = -Infinity;
    const ended = new AbortController();
    try {
      await Promise.race([this.#claim.release(), clock.sleep(limitMs, ended.signal)]);
      this.#log('info', 'released Lease');
    } catch (error) {
      logger.warn({ err: error, ...this.#logFields() }, 'failed to release Lease; it will expire');
    } finally {
      ended.abort();
    }
  }

  #leftMs(): number {
    return this.#deadlineMs - this.#options.clock.monotonicMs();
  }

  #pauseMs(): number {
    const { random = Math.random } = this.#options;
    return this.#timing.retryPeriodMs * (1 + jitter * random());
  }

  #noteRival(holder: string): void {
    if (holder !== this.#rival)
      this.#options.logger.info({ ...this.#logFields(), holder }, 'another process is the leader');
    this.#rival = holder;
  }

  #log(level: 'info' | 'warn', message: string): void {
    this.#options.logger[level](this.#logFields(), message);
  }

  #logFields(): { lease: string; identity: string } {
    return { lease: this.#options.key.name, identity: this.#options.identity };
  }
}
