import { setImmediate } from 'node:timers/promises';
import { NotLeadingError } from '../../runtime/fence.ts';
import type { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AuditDeps } from './deps.ts';
import { LookupLimit } from './lookup-limit.ts';
import type { FindingKind } from './metrics.ts';

/**
 * Time in milliseconds for which credits must be wrongly reserved, or wrongly not reserved, before the audit repairs
 * this. A more recent difference may be part of an operation in progress.
 */
export const oldMs = 5 * 60_000;

export interface Finding {
  kind: FindingKind;
  account: ObjectKey;
  jobId?: string;
  message: string;
}

/** State that the audit keeps in memory between its passes. Losing the state in a restart only delays repairs. */
export class AuditMemory {
  unheld = new Map<string, { key: ObjectKey; sinceMs: number }>();
  readonly uncharged = new Map<string, ObjectKey>();
  counted = new Set<string>();
  /** Differences in credits that the last comparison of totals has shown, by account, and since when. */
  gaps = new Map<string, { reserved: number; spent: number; sinceMs: number }>();
  passesToTotals = 0;
  readonly holdLooks = new LookupLimit();
  readonly jobLooks = new LookupLimit();
}

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
