import type { Logger } from 'pino';
import { UnreadableRecord } from '../../archive/port.ts';
import type { Clock } from '../../clock/port.ts';
import { isLedgerError } from '../../ledger/port.ts';
import { KeyBackoff } from '../../runtime/backoff.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { isStoreError } from '../../objects/store-error.ts';

const backoff = { baseMs: 120_000, maxMs: 3_600_000 };
/**
 * Number of consecutive failed jobs after which the pass over all jobs stops. So many failures indicate that a
 * dependency fails, such as the object store, and not a single job.
 */
const inARowMax = 3;
const loggedMax = 10;

/** Permanent error for one job, which only an operator can fix. */
export class JobFailure extends Error {}

interface Deps {
  clock: Clock;
  logger: Pick<Logger, 'warn'>;
}

interface KnownFailure {
  notBeforeMs: number;
  isLogged: boolean;
}

/**
 * Isolates failures of single jobs: a failed job is retried after growing delays, while the pass over all jobs
 * continues. A failing job is logged once, and is not logged again before it has succeeded.
 */
export class FailureTracker {
  readonly #deps: Deps;
  readonly #backoff = new KeyBackoff(backoff);
  readonly #known = new Map<string, KnownFailure>();
  readonly #seen = new Set<string>();
  #row: { jobId: string; error: unknown }[] = [];
  #logged = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  get size(): number {
    return this.#known.size;
  }

  begin(): void {
    this.#seen.clear();
    this.#row = [];
    this.#logged = 0;
  }

  isDue(jobId: string): boolean {
    this.#seen.add(jobId);
    return this.#deps.clock.monotonicMs() >= (this.#known.get(jobId)?.notBeforeMs ?? -Infinity);
  }

  /**
   * Runs `work` for a job. Returns undefined if `work` failed for this job only. Throws errors that would also occur
   * for every other job.
   */
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

  end(): void {
    this.#logRow();
    for (const jobId of this.#known.keys()) if (!this.#seen.has(jobId)) this.#delete(jobId);
    const unlogged = this.#logged - loggedMax;
    if (unlogged > 0)
      this.#deps.logger.warn(
        { jobs: unlogged },
        'failed to archive or erase further jobs; only the first 10 are logged',
      );
  }

  #note(jobId: string, error: unknown): void {
    const notBeforeMs = this.#deps.clock.monotonicMs() + this.#backoff.nextMs(jobId);
    const isLogged = this.#known.get(jobId)?.isLogged ?? false;
    this.#known.set(jobId, { notBeforeMs, isLogged });
    this.#row.push({ jobId, error });
  }

  #delete(jobId: string): void {
    this.#known.delete(jobId);
    this.#backoff.reset(jobId);
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
      this.#deps.logger.warn({ err: error, jobId }, 'failed to archive or erase job; retrying with backoff');
  }
}

function isSystemic(error: unknown): boolean {
  return error instanceof NotLeadingError || isStoreError(error, 'Unavailable') || isLedgerError(error);
}
