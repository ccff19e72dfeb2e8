import { findCondition } from '../../domain/conditions.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import type { ObjectCache } from '../../runtime/object-cache.ts';
import type { AdAccount } from '../../schema/adaccount.ts';

/** Accounts whose status proves that the ledger has lost data. Kept only in memory. */
export class LedgerLosses {
  readonly #accounts = new Set<string>();

  note(account: ObjectKey, isLost: boolean): void {
    if (isLost) this.#accounts.add(keyText(account));
    else this.#accounts.delete(keyText(account));
  }

  /**
   * Takes over from the status of each new account in the cache what an earlier controller has found. Call this method
   * before the first account is cached, so that no job is reconciled before a known loss.
   */
  watch(accounts: Pick<ObjectCache<AdAccount>, 'onChange'>, signal: AbortSignal): void {
    const unsubscribe = accounts.onChange((change) => {
      if (change.type !== 'added') return;
      const { metadata, status } = change.view;
      this.note(metadata, findCondition(status?.conditions, 'LedgerAvailable')?.reason === 'LedgerLost');
    });
    signal.addEventListener('abort', unsubscribe, { once: true });
  }

  /** Reports whether the ledger has lost data of any account. */
  any(): boolean {
    return this.#accounts.size > 0;
  }
}
