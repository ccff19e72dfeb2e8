import { UnreadableRecord } from '../../archive/port.ts';
import { isLedgerError } from '../../ledger/port.ts';
import { KeyBackoff } from '../../runtime/backoff.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { isStoreError } from '../../store/port.ts';
import type { RetentionDeps } from './deps.ts';

/** Of a job that could not be taken away, until it is tried again. */
const backoff = { baseMs: 120_000, maxMs: 3_600_000 };
/** When so many fail one after the other, it is not the jobs: what holds the files is away. */
const inARowMax = 3;
/** In a pass; the rest is counted. */
const loggedMax = 10;

/** Something is wrong with this one job, and stays so until somebody mends it. */
export class JobFailure extends Error {}

interface KnownFailure {
  /** On the monotonic clock. */
  notBeforeMs: number;
  isLogged: boolean;
}

/**
 * Keeps what fails with one job from stopping the rest: it is tried again later and later. Of each job it is logged once, for
 * as long as it fails.
 */
export class FailureTracker {
  readonly #deps: Pick<RetentionDeps, 'clock' | 'logger'>;
  readonly #backoff = new KeyBackoff(backoff);
  readonly #known = new Map<string, KnownFailure>();
  /** Ids that this pass has come to. */
  readonly #met = new Set<string>();
  /** Those that failed last, one after the other, and are not told yet. */
  #row: { jobId: string; error: unknown }[] = [];
  #logged = 0;

  constructor(deps: Pick<RetentionDeps, 'clock' | 'logger'>) {
    this.#deps = deps;
  }

  /** Jobs that could not be taken away when they were last tried. */
  get size(): number {
    return this.#known.size;
  }

  begin(): void {
    this.#met.clear();
    this.#row = [];
    this.#logged = 0;
  }

  /** Whether it is time to try this one. */
  isDue(jobId: string): boolean {
    this.#met.add(jobId);
    return this.#deps.clock.monotonicMs() >= (this.#known.get(jobId)?.notBeforeMs ?? -Infinity);
  }

  /** Undefined where it failed. Throws what would fail with every other job as well. */
  async attempt<R>(jobId: string, work: () => Promise<R>): Promise<R | undefined> {
    try {
      const done = await work();
      this.#delete(jobId);
      this.#logRow();
      return done;
    } catch (error) {
      if (isSystemic(error)) throw error;
      this.#note(jobId, error);
      if (error instanceof JobFailure || error instanceof UnreadableRecord) this.#logRow();
      else if (this.#row.length >= inARowMax) throw error;
      return undefined;
    }
  }

  /** All jobs were seen: what the pass did not come to is gone. */
  end(): void {
    this.#logRow();
    for (const jobId of this.#known.keys()) if (!this.#met.has(jobId)) this.#delete(jobId);
    const unlogged = this.#logged - loggedMax;
    if (unlogged > 0) this.#deps.logger.warn({ jobs: unlogged }, 'more finished jobs could not be taken away');
  }

  #note(jobId: string, error: unknown): void {
    const notBeforeMs = this.#deps.clock.monotonicMs() + this.#backoff.nextMs(jobId);
    const isLogged = this.#known.get(jobId)?.isLogged ?? false;
    this.#known.set(jobId, { notBeforeMs, isLogged });
    this.#row.push({ jobId, error });
  }

  #delete(jobId: string): void {
    this.#known.delete(jobId);
    this.#backoff.forget(jobId);
  }

  #logRow(): void {
    for (const { jobId, error } of this.#row) this.#log(jobId, error);
    this.#row = [];
  }

  #log(jobId: string, error: unknown): void {
    const failure = this.#known.get(jobId);
    if (failure === undefined || failure.isLogged) return;
    failure.isLogged = true;
    this.#logged += 1;
    if (this.#logged <= loggedMax)
      this.#deps.logger.warn({ err: error, jobId }, 'a finished job could not be taken away');
  }
}

function isSystemic(error: unknown): boolean {
  return error instanceof NotLeadingError || isStoreError(error, 'Unavailable') || isLedgerError(error);
}
