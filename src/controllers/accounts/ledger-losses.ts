import { keyText, type ObjectKey } from '../../objects/object-key.ts';

/** Accounts whose status proves that the ledger has lost data. Kept only in memory. */
export class LedgerLosses {
  readonly #accounts = new Set<string>();

  note(account: ObjectKey, isLost: boolean): void {
    if (isLost) this.#accounts.add(keyText(account));
    else this.#accounts.delete(keyText(account));
  }

  /** Reports whether the ledger has lost data of any account. */
  any(): boolean {
    return this.#accounts.size > 0;
  }
}
