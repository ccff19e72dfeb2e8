import { isSamePosition } from '../../domain/ledger-position.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';

/**
 * Retirement of a job: its charge is counted as the charge of a deleted job. `at` is the ledger position from which the
 * charge counts as retired; undefined if nothing was charged.
 */
export interface Retirement {
  at: LedgerPosition | undefined;
  /** True once the ledger knows that the AdJob records the ledger position `at`. */
  isConfirmed: boolean;
}

/** Lifetime of a known retirement. A rebuild of the ledger makes the retirement invalid. */
const lifetimeMs = 30_000;

/**
 * Open holds of finished jobs, and retirements that were made. Nothing is charged twice if this memory is lost: the
 * audit finds the open holds, and the ledger retires a job once, however often it is asked.
 */
export class PendingSettlements {
  readonly #open = new Set<string>();
  readonly #retired = new Map<string, Retirement & { askedMs: number }>();

  /**
   * Marks the hold of the job: the hold is closed once the job has finished. Holds of other finished jobs are not
   * touched.
   */
  expectClose(key: ObjectKey): void {
    this.#open.add(keyText(key));
  }

  isToClose(key: ObjectKey): boolean {
    return this.#open.has(keyText(key));
  }

  closed(key: ObjectKey): void {
    this.#open.delete(keyText(key));
  }

  retired(uid: string, at: LedgerPosition | undefined, nowMs: number): void {
    this.#retired.set(uid, { at, isConfirmed: false, askedMs: nowMs });
  }

  confirmed(uid: string, at: LedgerPosition): void {
    const known = this.#retired.get(uid);
    if (known !== undefined && isSamePosition(known.at, at)) this.#retired.set(uid, { ...known, isConfirmed: true });
  }

  /** Returns the known retirement of the job, or undefined if the ledger must be asked, for the first time or again. */
  retirement(uid: string, nowMs: number): Retirement | undefined {
    const known = this.#retired.get(uid);
    return known !== undefined && nowMs - known.askedMs < lifetimeMs ? known : undefined;
  }

  /** Drops the known retirement of the job, so that the next pass asks the ledger again. */
  expireRetirement(uid: string): void {
    this.#retired.delete(uid);
  }

  delete(key: ObjectKey, uid: string): void {
    this.#open.delete(keyText(key));
    this.expireRetirement(uid);
  }
}
