import { isSamePosition, type LedgerPosition } from '../../domain/ledger-position.ts';
import { keyText, parseKeyText, type ObjectKey } from '../../objects/object-key.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { AccountsDeps } from './deps.ts';
import type { AccountsState } from './reconcile.ts';

/**
 * Maximum number of idle accounts (without unfinished jobs or reserved credits) that one poll selects after a change of
 * the ledger. The ledger does not show which account has changed, so all idle accounts must be checked; the others
 * follow in later polls.
 */
const quietPerPoll = 200;

export class Poll {
  readonly #deps: AccountsDeps;
  readonly #state: AccountsState;
  readonly #accounts: () => Iterable<AdAccount>;
  readonly #quiet = new Set<string>();
  #position: LedgerPosition | undefined;
  #areFilesForeign = false;

  constructor(deps: AccountsDeps, state: AccountsState, accounts: () => Iterable<AdAccount>) {
    this.#deps = deps;
    this.#state = state;
    this.#accounts = accounts;
  }

  async next(): Promise<ObjectKey[]> {
    const position = await this.#state.initializer.open();
    // A lost ledger counts as changed, so that every poll reports the loss.
    const areFilesForeign = this.#deps.areFilesForeign?.() === true;
    const isOwnerNew = areFilesForeign !== this.#areFilesForeign;
    const isMoved = position === undefined || isOwnerNew || !isSamePosition(position, this.#position);
    this.#position = position;
    this.#areFilesForeign = areFilesForeign;
    if (isMoved) for (const { metadata } of this.#accounts()) this.#quiet.add(keyText(metadata));
    const due = this.#accountsThat((account) => this.#isRecounted(account) || (isMoved && this.#isOpen(account)));
    return [...due, ...this.#quiet.keys().take(quietPerPoll)].map((text) => {
      this.#quiet.delete(text);
      return parseKeyText(text);
    });
  }

  #accountsThat(isSelected: (account: AdAccount) => boolean): string[] {
    const keys: string[] = [];
    for (const account of this.#accounts()) if (isSelected(account)) keys.push(keyText(account.metadata));
    for (const text of keys) this.#quiet.delete(text);
    return keys;
  }

  #isOpen(account: AdAccount): boolean {
    const reserved = this.#state.memory.of(account).balance?.reserved ?? account.status?.credits?.reserved ?? 0;
    const { running, pending } = this.#deps.counts(account.metadata);
    return reserved !== 0 || running + pending > 0;
  }

  #isRecounted({ metadata, status }: AdAccount): boolean {
    const { running, pending } = this.#deps.counts(metadata);
    return running !== (status?.runningJobs ?? 0) || pending !== (status?.pendingJobs ?? 0);
  }
}
