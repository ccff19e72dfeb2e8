import { setImmediate } from 'node:timers/promises';
import { NotLeadingError } from '../../runtime/fence.ts';
import type { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AuditDeps } from './deps.ts';
import { LookupLimit } from './lookup-limit.ts';
import type { FindingKind } from './metrics.ts';

/**
 * Minimum age in milliseconds of a missing or superfluous reservation of credits before the audit acts. A younger one
 * may belong to an operation in progress.
 */
export const oldMs = 5 * 60_000;

export interface Finding {
  kind: FindingKind;
  account: ObjectKey;
  jobId?: string;
  message: string;
}

/**
 * State that the audit (the comparison of the ledger with the AdJobs) keeps in memory between its passes. Losing the
 * state in a restart only delays repairs.
 */
export class AuditMemory {
  /**
   * Unfinished jobs that were admitted (allowed to run) but have no reserved credits, by uid. `sinceMs` is the
   * monotonic time of the first observation.
   */
  unheld = new Map<string, { key: ObjectKey; sinceMs: number }>();
  /** Succeeded jobs that are missing from the ledger, by uid. */
  readonly uncharged = new Map<string, ObjectKey>();
  /**
   * Ids of finished jobs whose credits were still reserved when the audit ran. The metrics already count these jobs.
   */
  counted = new Set<string>();
  readonly holdLooks = new LookupLimit();
  readonly jobLooks = new LookupLimit();
}

/** One pass of the audit over all accounts, reserved credits and jobs. */
export class Pass {
  readonly deps: AuditDeps;
  readonly memory: AuditMemory;
  readonly findings: Finding[] = [];
  readonly nowMs: number;
  readonly monotonicMs: number;
  readonly #warnings: SparseWarnings;
  readonly #signal: AbortSignal;

  constructor(deps: AuditDeps, memory: AuditMemory, warnings: SparseWarnings, signal: AbortSignal) {
    this.deps = deps;
    this.memory = memory;
    this.nowMs = deps.clock.now().getTime();
    this.monotonicMs = deps.clock.monotonicMs();
    this.#warnings = warnings;
    this.#signal = signal;
  }

  isOver(): boolean {
    return this.#signal.aborted;
  }

  /** Yields to the event loop, so that a long audit does not block other work of the process. */
  async pause(): Promise<void> {
    await setImmediate();
  }

  /**
   * Runs `work` and logs its error, so that one failing account or job does not stop the audit pass. Throws only
   * `NotLeadingError`.
   */
  async attempt(subject: object, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof NotLeadingError) throw error;
      this.#warnings.warn({ err: error, ...subject }, 'failed to audit the account or job; retrying in the next pass');
    }
  }
}
