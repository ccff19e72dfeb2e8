import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import type { Balance } from '../../ledger/port.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { GrantsAsked } from './grants.ts';

/**
 * Minimum interval in milliseconds between two writes of the status of one account: `now` for an urgent write, for
 * example if a client waits for the new status, and `later` for any other write.
 */
const pauseMs = { later: 5_000, now: 250 };

/**
 * State of one account, kept only in memory. If a restart loses the state, the controller makes a few additional ledger
 * calls.
 */
export interface AccountState {
  uid: string;
  epoch: string | undefined;
  grants: GrantsAsked;
  balance: Balance | undefined;
  writtenMs: number;
  isGrantNew: boolean;
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

export function writeWaitMs({ writtenMs }: AccountState, urgency: 'now' | 'later', nowMs: number): number {
  return writtenMs + pauseMs[urgency] - nowMs;
}
