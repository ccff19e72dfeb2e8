import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import type { ObjectKey, ObjectStore } from '../store/port.ts';
import { LeaseClaim, type Claimed } from './lease-claim.ts';

/** Whether this process may act, asked at every write. */
export interface Leadership {
  holds(): boolean;
}

export interface LeaderElectionMetrics {
  /** Called once, with what is to be asked whenever somebody looks. */
  leading(leadership: Leadership): void;
}

export interface LeaderElectionOptions {
  store: Pick<ObjectStore, 'get' | 'create' | 'patch'>;
  /** Of the Lease. Made when it is not there. */
  key: ObjectKey;
  /** Of this process, never used again by another: a restarted one is another. */
  identity: string;
  clock: Clock;
  logger: Pick<Logger, 'info' | 'warn'>;
  metrics?: LeaderElectionMetrics;
  timing?: LeaseTiming;
  /** From 0 to 1; spreads the tries of many replicas. */
  random?: () => number;
}

export interface LeaseTiming {
  /** Without a renewal for so long, others take the Lease. */
  leaseDurationMs: number;
  /** Without a renewal for so long, the leader stops. */
  renewDeadlineMs: number;
  retryPeriodMs: number;
}

/** client-go's. */
const defaultTiming: LeaseTiming = { leaseDurationMs: 15_000, renewDeadlineMs: 10_000, retryPeriodMs: 2_000 };

/** A try waits up to so much longer, as a part of the retry period. */
const jitter = 0.2;

/** `lost`: somebody else leads, or may lead soon. */
export type LeadershipEnd = 'stopped' | 'lost';

/**
 * client-go's leader election by a Lease, in a process that leads once: whoever lost the lead ends, and begins anew.
 *
 * `holds` is true until `renewDeadlineMs` after the last renewal that was accepted was *sent*. Others count the whole
 * `leaseDurationMs` from when they *saw* that renewal, which is later; so while all monotonic clocks run equally fast, the
 * first that can take over does so the difference, 5 s, after `holds` became false. That difference is for writes that
 * were under way then, and for clocks that do not run equally fast.
 *
 * It excludes nothing all the same. A write may hang for longer; a machine that was suspended may have stopped its
 * monotonic clock; a Lease that somebody deletes may be made again by a process that never saw it, up to a retry period
 * before its holder notices. Whatever leads must do no harm when two do.
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
      throw new RangeError('The Lease must last longer than its renewal may take, and that longer than a retry.');
    }
    this.#claim = new LeaseClaim({ ...options, leaseDurationMs });
    options.metrics?.leading(this);
  }

  holds(): boolean {
    return this.#options.clock.monotonicMs() < this.#deadlineMs;
  }

  /**
   * Wait for the lead, then `lead` until its signal aborts: by `stop`, or because the lead is lost. The Lease is renewed
   * until `lead` has ended, so that it may finish what it does; only then is it given away. To be run once.
   */
  async run(stop: AbortSignal, lead: (signal: AbortSignal) => Promise<void>): Promise<LeadershipEnd> {
    await this.#acquire(stop);
    if (!this.holds()) return 'stopped';
    this.#log('info', 'became the leader');
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
      // A deadline that passed is final: what was to stop then may have stopped.
      const renewed = claimed?.kind === 'ours' && this.holds();
      if (renewed) this.#deadlineMs = claimed.startMs + this.#timing.renewDeadlineMs;
      if (claimed?.kind === 'theirs') this.#deadlineMs = -Infinity;
      if (this.holds()) continue;
      this.#log('warn', 'lost the lead');
      lost.abort();
      return;
    }
  }

  /** Undefined: nobody knows, or it took too long. A try that was given up may still come through; it never counts. */
  async #try(limitMs: number): Promise<Claimed | undefined> {
    const { clock, logger } = this.#options;
    const ended = new AbortController();
    try {
      const late = clock.sleep(limitMs, ended.signal).then(() => undefined);
      return await Promise.race([this.#claim.claim(), late]);
    } catch (error) {
      logger.warn({ err: error, ...this.#told() }, 'the lease could not be claimed');
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
      this.#log('info', 'gave the lead away');
    } catch (error) {
      logger.warn({ err: error, ...this.#told() }, 'the lease could not be given away: it runs out');
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
    if (holder !== this.#rival) this.#options.logger.info({ ...this.#told(), holder }, 'another leads');
    this.#rival = holder;
  }

  #log(level: 'info' | 'warn', message: string): void {
    this.#options.logger[level](this.#told(), message);
  }

  #told(): { lease: string; identity: string } {
    return { lease: this.#options.key.name, identity: this.#options.identity };
  }
}
