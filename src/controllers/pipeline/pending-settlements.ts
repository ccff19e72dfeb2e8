import { isSamePosition } from '../../domain/ledger-position.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import { keyText } from '../../runtime/object-key.ts';
import type { ObjectKey } from '../../store/port.ts';

/** Retirement of a job. `at` is the position from which its charge counts as retired; undefined if nothing was charged. */
export interface Retirement {
  at: LedgerPosition | undefined;
  /** True once the ledger knows that the object carries the position. */
  isConfirmed: boolean;
}

/** Lifetime of an entry. A rebuild of the ledger invalidates it. */
const lifetimeMs = 30_000;

/**
 * Holds of finished jobs that are still open, and retirements that were made. Nothing is charged twice if this is lost: the
 * audit finds the open holds, and the ledger retires a job once, however often it is asked.
 */
export class PendingSettlements {
  readonly #open = new Set<string>();
  readonly #retired = new Map<string, Retirement & { askedMs: number }>();

  /** Marks the hold of the job to be closed once the job has finished. Holds of other finished jobs are not touched. */
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

  /** Returns undefined if the ledger must be asked, for the first time or again. */
  retirement(uid: string, nowMs: number): Retirement | undefined {
    const known = this.#retired.get(uid);
    return known !== undefined && nowMs - known.askedMs < lifetimeMs ? known : undefined;
  }

  /** Makes the next pass ask the ledger again. */
  expireRetirement(uid: string): void {
    this.#retired.delete(uid);
  }

  delete(key: ObjectKey, uid: string): void {
    this.#open.delete(keyText(key));
    this.expireRetirement(uid);
  }
}
