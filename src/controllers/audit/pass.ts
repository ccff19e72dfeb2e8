import { setImmediate } from 'node:timers/promises';
import { NotLeadingError } from '../../runtime/fence.ts';
import type { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AuditDeps } from './deps.ts';
import { LookupLimit } from './lookup-limit.ts';
import type { FindingKind } from './metrics.ts';

/** Minimum age of a discrepancy before the audit acts. A younger discrepancy may be a normal operation in progress. */
export const oldMs = 5 * 60_000;

export interface Finding {
  kind: FindingKind;
  /** Account that the finding concerns. */
  account: ObjectKey;
  jobId?: string;
  message: string;
}

/** State kept between passes. A restart only delays repairs. */
export class AuditMemory {
  /** Open jobs without a hold, by uid, with the monotonic time of the first observation. */
  unheld = new Map<string, { key: ObjectKey; sinceMs: number }>();
  /** Succeeded jobs that the ledger does not contain, by uid. */
  readonly uncharged = new Map<string, ObjectKey>();
  /** Ids of jobs whose hold was closed late by the audit and is already counted in the metrics. */
  counted = new Set<string>();
  readonly holdLooks = new LookupLimit();
  readonly jobLooks = new LookupLimit();
}

/** One audit pass over accounts, holds and jobs. */
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

  /** Yields to the event loop. */
  async pause(): Promise<void> {
    await setImmediate();
  }

  /** Runs `work` and logs its error, so that one failing account or job does not stop the pass. */
  async attempt(subject: object, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof NotLeadingError) throw error;
      this.#warnings.warn({ err: error, ...subject }, 'failed to audit the account or job; retrying in the next pass');
    }
  }
}
