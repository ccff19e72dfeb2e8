import { keyText } from '../../runtime/object-key.ts';
import type { Balance } from '../../ledger/port.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { GrantsAsked } from './grants.ts';

/** Minimum interval between status writes of one account; `now` applies if a client waits for the write. */
const pauseMs = { later: 5_000, now: 250 };

/** In-memory state of one account. A restart costs some additional ledger calls. */
export interface AccountState {
  uid: string;
  /** Ledger epoch that `grants` was sent to. */
  epoch: string | undefined;
  grants: GrantsAsked;
  balance: Balance | undefined;
  /** Monotonic time of the last status write. */
  writtenMs: number;
  isGrantNew: boolean;
  /** Number of requests for a copy of the position, and how many of them are served. */
  asked: number;
  answered: number;
}

export class AccountStates {
  readonly #accounts = new Map<string, AccountState>();

  of({ metadata }: AdAccount): AccountState {
    const text = keyText(metadata);
    const known = this.#accounts.get(text);
    if (known?.uid === metadata.uid) return known;
    const made: AccountState = {
      uid: metadata.uid,
      epoch: undefined,
      grants: new Map(),
      balance: undefined,
      writtenMs: -Infinity,
      isGrantNew: false,
      asked: 0,
      answered: 0,
    };
    this.#accounts.set(text, made);
    return made;
  }

  delete(account: ObjectKey): void {
    this.#accounts.delete(keyText(account));
  }
}

/** Delay in milliseconds before the next status write; 0 or less: write now. */
export function writeWaitMs({ writtenMs }: AccountState, urgency: 'now' | 'later', nowMs: number): number {
  return writtenMs + pauseMs[urgency] - nowMs;
}
