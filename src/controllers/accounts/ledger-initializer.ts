import { adAccountKind } from '../../domain/kinds.ts';
import { isLedgerError, type Balance, type LedgerPosition } from '../../ledger/port.ts';
import { SparseWarnings } from '../../runtime/sparse-warnings.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { AccountsDeps } from './deps.ts';

/** An answer that the books are lost is believed for so long: it costs a list of all accounts. */
const believedMs = 5_000;

/**
 * Begins the books of the ledger, and notices when they are lost.
 *
 * Guarantee: books are begun only where no account remembers any; what was lost comes back by a restore or a rebuild alone.
 */
export class LedgerInitializer {
  readonly #deps: AccountsDeps;
  readonly #losses: SparseWarnings;
  #lostMs = -Infinity;

  constructor(deps: AccountsDeps) {
    this.#deps = deps;
    this.#losses = new SparseWarnings(deps);
  }

  /** Where they are, begun now if they never were. Undefined: they are lost. Throws where the ledger does not answer. */
  async open(): Promise<LedgerPosition | undefined> {
    const { ledger, clock, newEpoch } = this.#deps;
    const position = await ledger.audit.position();
    if (position !== undefined) return position;
    if (clock.monotonicMs() - this.#lostMs < believedMs) return undefined;
    if (!(await this.#areRemembered()) && (await ledger.audit.begin(newEpoch()))) return ledger.audit.position();
    this.#lostMs = clock.monotonicMs();
    return undefined;
  }

  /** Undefined: the books are lost. */
  async balance(account: ObjectKey): Promise<(Balance & { position: LedgerPosition }) | undefined> {
    try {
      return await this.#deps.ledger.balance(account);
    } catch (error) {
      if (!isLedgerError(error, 'Lost')) throw error;
      return (await this.open()) && this.#deps.ledger.balance(account);
    }
  }

  /** However many accounts say it. */
  logLoss(why: string): void {
    this.#losses.error({ why }, 'the ledger is lost: restore it, or run `adwright ledger rebuild`');
  }

  /** Asked of the store itself: the cache may not show yet what the last leader wrote. */
  async #areRemembered(): Promise<boolean> {
    const { store, namespace } = this.#deps;
    const { items } = await store.list(adAccountKind, namespace === undefined ? {} : { namespace });
    return items.some(({ status }) => status?.ledger !== undefined);
  }
}
