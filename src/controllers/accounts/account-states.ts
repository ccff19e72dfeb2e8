import { keyText } from '../../runtime/object-key.ts';
import type { Balance } from '../../ledger/port.ts';
import type { AdAccount } from '../../schema/adaccount.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { GrantsAsked } from './grants.ts';

/** Status writes of one account are at least so far apart; those that somebody waits for by the shorter time. */
const pauseMs = { later: 5_000, now: 250 };

/** What is remembered of one account. Losing it costs some calls of the ledger. */
export interface AccountState {
  uid: string;
  /** In these books. */
  epoch: string | undefined;
  grants: GrantsAsked;
  balance: Balance | undefined;
  /** On the monotonic clock. */
  writtenMs: number;
  isGrantNew: boolean;
  /** How often somebody began to wait for a copy, and how many of these were served. */
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

/** How long the next write of the status must wait; 0 or less: it need not. */
export function writeWaitMs({ writtenMs }: AccountState, urgency: 'now' | 'later', nowMs: number): number {
  return writtenMs + pauseMs[urgency] - nowMs;
}
