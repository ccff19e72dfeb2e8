import { adAccountKind } from '../../domain/kinds.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import type { CallbackDeps } from './deps.ts';

/** Measures for how long the accounts of callbacks have been missing. */
export class MissingAccounts {
  readonly #deps: Pick<CallbackDeps, 'store' | 'clock'>;
  /** Monotonic time of the first read that did not find the account, by account. */
  readonly #missingSinceMs = new Map<string, number>();

  constructor(deps: Pick<CallbackDeps, 'store' | 'clock'>) {
    this.#deps = deps;
  }

  /**
   * Reads the account from the store. Returns undefined if the account exists; otherwise the time in milliseconds since
   * the first of the consecutive reads that did not find the account.
   */
  async missingMs(account: ObjectKey): Promise<number | undefined> {
    if ((await this.#deps.store.get(adAccountKind, account)) !== undefined) {
      this.markPresent(account);
      return undefined;
    }
    const nowMs = this.#deps.clock.monotonicMs();
    const sinceMs = this.#missingSinceMs.get(keyText(account)) ?? nowMs;
    this.#missingSinceMs.set(keyText(account), sinceMs);
    return nowMs - sinceMs;
  }

  /** Ends the measurement for an account that exists. */
  markPresent(account: ObjectKey): void {
    this.#missingSinceMs.delete(keyText(account));
  }
}
