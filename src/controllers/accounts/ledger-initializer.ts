import { adAccountKind } from '../../domain/kinds.ts';
import { isLedgerError, type Balance, type LedgerPosition } from '../../ledger/port.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AccountsDeps } from './deps.ts';

/**
 * Time in milliseconds before a lost ledger is checked again. Checks are limited, because each check lists all
 * accounts.
 */
const believedMs = 5_000;

/**
 * Initializes an empty ledger and detects a lost ledger.
 *
 * Guarantee: initializes the ledger only if no AdAccount has recorded a ledger position (epoch and sequence number) in
 * its status. Such a record proves that a ledger existed and was lost. Only a restore or a rebuild brings a lost ledger
 * back.
 */
export class LedgerInitializer {
  readonly #deps: AccountsDeps;
  readonly #losses: SparseWarnings;
  #lostMs = -Infinity;

  constructor(deps: AccountsDeps) {
    this.#deps = deps;
    this.#losses = new SparseWarnings(deps);
  }

  /**
   * Returns the position of the ledger (epoch and sequence number). First initializes a ledger that never existed.
   * Returns undefined if the ledger is lost. Throws if the ledger does not respond.
   */
  async open(): Promise<LedgerPosition | undefined> {
    const { ledger, clock, newEpoch } = this.#deps;
    const position = await ledger.audit.position();
    if (position !== undefined) return position;
    if (clock.monotonicMs() - this.#lostMs < believedMs) return undefined;
    if (!(await this.#areRemembered()) && (await ledger.audit.begin(newEpoch()))) return ledger.audit.position();
    this.#lostMs = clock.monotonicMs();
    return undefined;
  }

  async balance(account: ObjectKey): Promise<(Balance & { position: LedgerPosition }) | undefined> {
    try {
      return await this.#deps.ledger.balance(account);
    } catch (error) {
      if (!isLedgerError(error, 'Lost')) throw error;
      return (await this.open()) && this.#deps.ledger.balance(account);
    }
  }

  logLoss(why: string): void {
    this.#losses.error({ why }, 'the ledger is lost; restore a backup, or run `adwright ledger rebuild`');
  }

  /**
   * Reports whether any AdAccount has recorded a ledger position (epoch and sequence number) in its status. Reads the
   * API, because the cache may not show the last writes of the previous leader yet.
   */
  async #areRemembered(): Promise<boolean> {
    const { store, namespace } = this.#deps;
    const { items } = await store.list(adAccountKind, namespace === undefined ? {} : { namespace });
    return items.some(({ status }) => status?.ledger !== undefined);
  }
}
