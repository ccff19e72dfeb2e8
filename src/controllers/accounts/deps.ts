import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import type { EventSink } from '../../events/port.ts';
import type { WholeLedger } from '../../ledger/port.ts';
import type { AccountSecrets } from '../../secrets/port.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';

export type AccountsLedger = Pick<WholeLedger, 'grant' | 'balance' | 'intents' | 'audit'>;

export interface AccountsDeps {
  store: ObjectStore;
  ledger: AccountsLedger;
  secrets: Pick<AccountSecrets, 'ensure' | 'read' | 'delete'>;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  /**
   * Returns a new, unique id of at most 64 characters on each call. The id becomes the epoch of a new ledger. (The
   * epoch changes only when the ledger is rebuilt.)
   */
  newEpoch: () => string;
  counts: (account: ObjectKey) => { running: number; pending: number };
  openDeliveries: (account: ObjectKey) => Promise<number>;
  /** Reports whether the files of jobs belong to another installation. Absent: they never do. */
  areFilesForeign?: () => boolean;
  /** Namespace of the accounts. If absent, the controller handles the accounts of all namespaces. */
  namespace?: string;
}
