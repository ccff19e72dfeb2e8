import { isSamePosition } from '../../domain/ledger-position.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import { keyText } from '../../runtime/object-key.ts';
import type { ObjectKey } from '../../store/port.ts';

/** What the ledger said when a job was retired: from where on its charge counts; undefined: it has none. */
export interface Retirement {
  at: LedgerPosition | undefined;
  /** Whether the ledger was told since that the object says so. */
  isConfirmed: boolean;
}

/** The books may have been made anew meanwhile. */
const believedMs = 30_000;

/**
 * What is still to be done with the holds of finished jobs, and what was done. Losing it costs no money: the audit finds
 * the open holds, and a job is retired once however often the ledger is asked.
 */
export class PendingSettlements {
  readonly #open = new Set<string>();
  readonly #retired = new Map<string, Retirement & { askedMs: number }>();

  /** The hold of this job is to be closed once it has ended. A finished job that nobody said this of is not asked for. */
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

  /** Undefined: the ledger is to be asked, for the first time or again. */
  retirement(uid: string, nowMs: number): Retirement | undefined {
    const known = this.#retired.get(uid);
    return known !== undefined && nowMs - known.askedMs < believedMs ? known : undefined;
  }

  /** The ledger is to be asked again. */
  expireRetirement(uid: string): void {
    this.#retired.delete(uid);
  }

  delete(key: ObjectKey, uid: string): void {
    this.#open.delete(keyText(key));
    this.expireRetirement(uid);
  }
}
