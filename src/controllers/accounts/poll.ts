import { isSamePosition, type LedgerPosition } from '../../domain/ledger-position.ts';
import { keyText, parseKeyText } from '../../runtime/object-key.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { AccountsDeps } from './deps.ts';
import type { AccountsState } from './reconcile.ts';

/** After a change, accounts with nothing open are looked at so many in a poll: the ledger says that it moved, not where. */
const quietPerPoll = 200;

/** Which accounts are worth a look. While the ledger does not move, none is but those whose jobs started or ended. */
export class Poll {
  readonly #deps: AccountsDeps;
  readonly #state: AccountsState;
  readonly #accounts: () => Iterable<AdAccount>;
  /** Not looked at since the ledger moved. */
  readonly #quiet = new Set<string>();
  /** Of the last look; undefined also for books that were lost then. */
  #position: LedgerPosition | undefined;

  constructor(deps: AccountsDeps, state: AccountsState, accounts: () => Iterable<AdAccount>) {
    this.#deps = deps;
    this.#state = state;
    this.#accounts = accounts;
  }

  async next(): Promise<ObjectKey[]> {
    const position = await this.#state.initializer.open();
    // Books that are lost are looked at every time.
    const isMoved = position === undefined || !isSamePosition(position, this.#position);
    this.#position = position;
    if (isMoved) for (const { metadata } of this.#accounts()) this.#quiet.add(keyText(metadata));
    const due = this.#accountsThat((account) => this.#isRecounted(account) || (isMoved && this.#isOpen(account)));
    return [...due, ...this.#quiet.keys().take(quietPerPoll)].map((text) => {
      this.#quiet.delete(text);
      return parseKeyText(text);
    });
  }

  #accountsThat(are: (account: AdAccount) => boolean): string[] {
    const some: string[] = [];
    for (const account of this.#accounts()) if (are(account)) some.push(keyText(account.metadata));
    for (const text of some) this.#quiet.delete(text);
    return some;
  }

  /** Something of the account may move. */
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
