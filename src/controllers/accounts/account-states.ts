import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import type { Balance } from '../../ledger/port.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { GrantsAsked } from './grants.ts';

/**
 * Minimum interval between two writes of the status of one account. The interval `now` applies if a client waits for
 * the write, otherwise `later`.
 */
const pauseMs = { later: 5_000, now: 250 };

/** State of one account, kept only in memory. Its loss in a restart costs some additional ledger calls. */
export interface AccountState {
  uid: string;
  /** Epoch of the ledger to which `grants` were sent. */
  epoch: string | undefined;
  grants: GrantsAsked;
  balance: Balance | undefined;
  /** Monotonic time of the last status write. */
  writtenMs: number;
  isGrantNew: boolean;
  /** Number of requests to copy the ledger position into the status; `answered` is the number of served requests. */
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

/** Returns the delay in milliseconds before the next status write of the account; 0 or less: write now. */
export function writeWaitMs({ writtenMs }: AccountState, urgency: 'now' | 'later', nowMs: number): number {
  return writtenMs + pauseMs[urgency] - nowMs;
}
