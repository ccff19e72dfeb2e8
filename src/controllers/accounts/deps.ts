import type { Logger } from 'pino';
import type { Clock } from '../../clock/port.ts';
import type { EventSink } from '../../events/port.ts';
import type { WholeLedger } from '../../ledger/port.ts';
import type { ObjectKey, ObjectStore } from '../../store/port.ts';

/** What this controller does with the ledger. */
export type AccountsLedger = Pick<WholeLedger, 'grant' | 'balance' | 'intents' | 'audit'>;

export interface AccountsDeps {
  store: ObjectStore;
  ledger: AccountsLedger;
  clock: Clock;
  logger: Logger;
  events: EventSink;
  /** A new one with every call; at most 64 characters. */
  newEpoch: () => string;
  /** Jobs of the account that run, and that wait for their start. */
  counts: (account: ObjectKey) => { running: number; pending: number };
  /** How many callbacks of its jobs are neither delivered nor given up. */
  openDeliveries: (account: ObjectKey) => Promise<number>;
  /** Absent: all namespaces. */
  namespace?: string;
}
