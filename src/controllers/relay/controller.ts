import { KeyBackoff } from '../../runtime/backoff.ts';
import { NotLeadingError } from '../../runtime/fence.ts';
import { pagesById } from '../../runtime/pages.ts';
import { runRounds } from '../../runtime/rounds.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import { isLedgerError, type Intent } from '../../ledger/port.ts';
import type { RelayDeps } from './deps.ts';
import { relayIntent } from './relay-intent.ts';

const pauseMs = 2_000;
const backoff = { baseMs: 2_000, maxMs: 60_000 };
/**
 * Number of accepted jobs that are read from the ledger at a time. The number limits the memory, because each job may
 * contain a request of 256 KiB.
 */
const pageSize = 50;
const workers = 8;

export interface RelayController {
  /** Runs the relay until the signal aborts. The first pass over these jobs starts at once. */
  start(signal: AbortSignal): void;
  /** Resolves when no accepted job is being handled any more. Call `drain` after the signal has aborted. */
  drain(): Promise<void>;
}

/**
 * Creates the relay. For each job that was accepted but has no AdJob, the relay creates the AdJob that the API did not
 * create, or writes an archive record if the AdJob can never be created. Start each relay only once.
 */
export function createRelay(deps: RelayDeps): RelayController {
  const { clock, logger } = deps;
  const relay = new Relay(deps);
  const warnings = new SparseWarnings({ clock, logger });
  let run = Promise.resolve();
  return {
    start(signal) {
      const failed = (error: unknown) => {
        // A ledger that is not initialized has no accepted jobs, and the loss of one is reported by the accounts.
        if (isLedgerError(error, 'Lost')) return;
        warnings.warn({ err: error }, 'failed to list accepted jobs without an AdJob; retrying in 2 s');
      };
      run = runRounds({ round: (stop) => relay.pass(stop), pauseMs, clock, failed }, signal);
    },
    drain: () => run,
  };
}

class Relay {
  readonly #deps: RelayDeps;
  readonly #backoff = new KeyBackoff(backoff);
  readonly #warnings: SparseWarnings;
  #later = new Map<string, number>();
  #oldestMs: number | undefined;
  #isLeading = true;
  #haltEnd: Date | undefined;

  constructor(deps: RelayDeps) {
    this.#deps = deps;
    this.#warnings = new SparseWarnings(deps);
    deps.metrics.oldestIntent(() =>
      this.#oldestMs === undefined ? undefined : Math.max(0, deps.clock.now().getTime() - this.#oldestMs) / 1_000,
    );
  }

  /**
   * Handles every accepted job without an AdJob once, unless all jobs wait. An error for one job does not block the other
   * jobs.
   */
  async pass(signal: AbortSignal): Promise<void> {
    if (this.#isHalted()) return;
    const { intents } = this.#deps.ledger;
    const seen = new Map<string, number>();
    let oldestMs: number | undefined;
    this.#isLeading = true;
    for await (const page of pagesById((at) => intents.list(at), pageSize)) {
      oldestMs = oldest(page, oldestMs);
      this.#oldestMs = this.#oldestMs === undefined ? oldestMs : Math.min(this.#oldestMs, oldestMs ?? Infinity);
      await this.#workOn(page, seen, signal);
      if (this.#isOver(signal)) return;
    }
    this.#oldestMs = oldestMs;
    for (const jobId of this.#later.keys()) if (!seen.has(jobId)) this.#backoff.reset(jobId);
    this.#later = seen;
  }

  #isOver(signal: AbortSignal): boolean {
    return signal.aborted || !this.#isLeading || this.#isHalted();
  }

  #isHalted(): boolean {
    const { isHalted, clock } = this.#deps;
    if (isHalted?.() !== true) return false;
    this.#haltEnd = clock.now();
    return true;
  }

  async #workOn(page: readonly Intent[], seen: Map<string, number>, signal: AbortSignal): Promise<void> {
    const left = page.values();
    const work = async (): Promise<void> => {
      for (const intent of left) {
        if (this.#isOver(signal)) return;
        const notBeforeMs = await this.#tend(intent);
        if (notBeforeMs !== undefined) seen.set(intent.jobId, notBeforeMs);
      }
    };
    await Promise.all(Array.from({ length: workers }, work));
  }

  async #tend(intent: Intent): Promise<number | undefined> {
    const { jobId, account } = intent;
    const nowMs = this.#deps.clock.monotonicMs();
    const notBeforeMs = this.#later.get(jobId) ?? -Infinity;
    if (nowMs < notBeforeMs) return notBeforeMs;
    try {
      const delayMs = await relayIntent(intent, this.#haltEnd, this.#deps);
      this.#backoff.reset(jobId);
      return delayMs === undefined ? undefined : nowMs + delayMs;
    } catch (error) {
      if (error instanceof NotLeadingError) {
        this.#isLeading = false;
        return undefined;
      }
      this.#warnings.warn(
        { err: error, jobId, account },
        'failed to create the AdJob of an accepted job, or to give up the job; retrying with backoff',
      );
      return nowMs + this.#backoff.nextMs(jobId);
    }
  }
}

function oldest(page: readonly Intent[], beforeMs: number | undefined): number | undefined {
  const waiting = page.filter(({ error }) => error === undefined).map(({ createdTime }) => Date.parse(createdTime));
  const times = beforeMs === undefined ? waiting : [...waiting, beforeMs];
  return times.length === 0 ? undefined : Math.min(...times);
}
