import { setImmediate } from 'node:timers/promises';
import { NotLeadingError } from '../../runtime/fence.ts';
import type { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { AuditDeps } from './deps.ts';
import { LookupLimit } from './lookup-limit.ts';
import type { FindingKind } from './metrics.ts';

/** Younger than this, whatever is odd may be on its way. */
export const oldMs = 5 * 60_000;

export interface Finding {
  kind: FindingKind;
  /** Whose it is. */
  account: ObjectKey;
  jobId?: string;
  message: string;
}

/** What outlives a pass. Losing it delays what is mended. */
export class AuditMemory {
  /** By uid: open jobs without a hold, since when (monotonic). */
  unheld = new Map<string, { key: ObjectKey; sinceMs: number }>();
  /** By uid: jobs that succeeded and that the ledger does not know. */
  readonly uncharged = new Map<string, ObjectKey>();
  /** Ids of jobs whose late closing was counted. */
  counted = new Set<string>();
  readonly holdLooks = new LookupLimit();
  readonly jobLooks = new LookupLimit();
}

/** One look at everything. */
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

  /** Let others have their turn. */
  async pause(): Promise<void> {
    await setImmediate();
  }

  /** What fails with one thing keeps no other back. */
  async attempt(subject: object, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (error instanceof NotLeadingError) throw error;
      this.#warnings.warn({ err: error, ...subject }, 'the audit could not look at it');
    }
  }
}
