import type { ObjectCache } from '../../runtime/object-cache.ts';
import type { AdAccount } from '../../schema/adaccount.ts';

/** Ledger epochs that the statuses of the cached accounts have recorded, counted with each change of the cache. */
export class RecordedEpochs {
  readonly #counts = new Map<string, number>();

  constructor(accounts: Pick<ObjectCache<AdAccount>, 'onChange'>) {
    accounts.onChange((change) => {
      if (change.type !== 'added') this.#add(change.before, -1);
      if (change.type !== 'deleted') this.#add(change.view, 1);
    });
  }

  /** Returns a recorded epoch that differs from `epoch`. Returns undefined if no other epoch is recorded. */
  otherThan(epoch: string): string | undefined {
    return this.#counts.keys().find((recorded) => recorded !== epoch);
  }

  #add({ status }: AdAccount, by: number): void {
    const epoch = status?.ledger?.epoch;
    if (epoch === undefined) return;
    const count = (this.#counts.get(epoch) ?? 0) + by;
    if (count === 0) this.#counts.delete(epoch);
    else this.#counts.set(epoch, count);
  }
}
