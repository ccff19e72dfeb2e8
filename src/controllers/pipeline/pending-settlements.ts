import { isSamePosition } from '../../domain/ledger-position.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';

/**
 * Retirement of a job: the ledger has added the charge of the job to the account's total of charges of deleted jobs.
 * `at` is the ledger position (epoch and sequence number) of this change; undefined if nothing was charged.
 */
export interface Retirement {
  at: LedgerPosition | undefined;
  isConfirmed: boolean;
}

/**
 * Time in milliseconds after which the controller asks the ledger again how far the charge of a deleted job is
 * recorded. A rebuild of the ledger makes an earlier answer invalid.
 */
const lifetimeMs = 30_000;

/**
 * Finished jobs whose reserved credits must still be charged or released, and jobs being deleted with the ledger's last
 * answer about their charge, so that the ledger is not asked again in every pass. If this memory is lost, nothing is
 * charged twice: the audit finds credits that are still reserved, and the ledger records each charge only once.
 */
export class PendingSettlements {
  readonly #open = new Set<string>();
  readonly #retired = new Map<string, Retirement & { askedMs: number }>();

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

  retirement(uid: string, nowMs: number): Retirement | undefined {
    const known = this.#retired.get(uid);
    return known !== undefined && nowMs - known.askedMs < lifetimeMs ? known : undefined;
  }

  expireRetirement(uid: string): void {
    this.#retired.delete(uid);
  }

  delete(key: ObjectKey, uid: string): void {
    this.#open.delete(keyText(key));
    this.expireRetirement(uid);
  }
}
