import { adAccountKind } from '../../domain/kinds.ts';
import { isLedgerError, type Balance, type LedgerPosition } from '../../ledger/port.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AccountsDeps } from './deps.ts';

/**
 * Time for which a lost ledger is assumed to stay lost before the next check, because each check lists all accounts.
 */
const believedMs = 5_000;

/**
 * Initializes an empty ledger and detects a lost ledger.
 *
 * Guarantee: initializes the ledger only if no AdAccount status has a ledger position. After a loss, only a restore or
 * a rebuild brings the ledger back.
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
   * Returns the position of the ledger, after initializing a ledger that was never initialized. Returns undefined if
   * the ledger is lost. Throws if the ledger does not respond.
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

  /** Returns the balance of the account, or undefined if the ledger is lost. */
  async balance(account: ObjectKey): Promise<(Balance & { position: LedgerPosition }) | undefined> {
    try {
      return await this.#deps.ledger.balance(account);
    } catch (error) {
      if (!isLedgerError(error, 'Lost')) throw error;
      return (await this.open()) && this.#deps.ledger.balance(account);
    }
  }

  /** Logs that the ledger is lost, at most once a minute for all accounts. */
  logLoss(why: string): void {
    this.#losses.error({ why }, 'the ledger is lost; restore a backup, or run `adwright ledger rebuild`');
  }

  /**
   * Reports whether any account status has a ledger position. Reads the API, because the cache may lag behind the
   * writes of the previous leader.
   */
  async #areRemembered(): Promise<boolean> {
    const { store, namespace } = this.#deps;
    const { items } = await store.list(adAccountKind, namespace === undefined ? {} : { namespace });
    return items.some(({ status }) => status?.ledger !== undefined);
  }
}
