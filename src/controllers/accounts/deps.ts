import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import type { EventSink } from '../../events/port.ts';
import type { WholeLedger } from '../../ledger/port.ts';
import type { AccountSecrets } from '../../secrets/port.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';

/** Parts of the ledger that this controller uses. */
export type AccountsLedger = Pick<WholeLedger, 'grant' | 'balance' | 'intents' | 'audit'>;

export interface AccountsDeps {
  store: ObjectStore;
  ledger: AccountsLedger;
  secrets: Pick<AccountSecrets, 'ensure' | 'delete'>;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  /** Returns a new ledger epoch on each call; at most 64 characters. */
  newEpoch: () => string;
  /** Number of running and of pending jobs of the account. */
  counts: (account: ObjectKey) => { running: number; pending: number };
  /** Number of callbacks of the account's jobs that are still to be delivered. */
  openDeliveries: (account: ObjectKey) => Promise<number>;
  /** Namespace of the accounts. Absent: all namespaces. */
  namespace?: string;
}
