import { isDeepStrictEqual } from 'node:util';
import { setCondition, type ConditionUpdate } from '../../domain/conditions.ts';
import { isSamePosition, type LedgerPosition } from '../../domain/ledger-position.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { Balance } from '../../ledger/port.ts';
import { retiringMax, type AdAccount, type AdAccountStatus } from '../../schema/adaccount.ts';
import type { Waiting } from './deletion.ts';

/** What is known of an account and its books. */
export interface SeenAccount {
  account: AdAccount;
  ledger:
    | { kind: 'lost'; why: string }
    | { kind: 'whole'; balance: Balance; position: LedgerPosition; changedGrants: readonly string[] };
  counts: { running: number; pending: number };
  /** What its deletion waits for. */
  waiting: Waiting | undefined;
}

type Said = Pick<ConditionUpdate, 'status' | 'reason' | 'message'>;

/** The status that the account should have. Of books that are lost nothing is copied: what it remembers is all there is. */
export function wantedStatus({ account, ledger, counts, waiting }: SeenAccount, now: Date): AdAccountStatus {
  const before = account.status ?? {};
  const said: Record<string, Said | undefined> = {
    LedgerAvailable: ledgerAvailable(ledger),
    GrantsApplied: ledger.kind === 'whole' ? grantsApplied(ledger.changedGrants) : undefined,
    Deleting: waiting && { status: 'True', ...waiting },
  };
  let { conditions } = before;
  const observedGeneration = account.metadata.generation;
  for (const [type, one] of Object.entries(said)) {
    if (one !== undefined) conditions = setCondition(conditions, { type, ...one, observedGeneration }, now);
  }
  const status = { ...before, conditions };
  if (ledger.kind === 'lost') return status;
  const { granted, reserved, spent, available, retired, retiring } = ledger.balance;
  // A copy that leaves some of them out would have their charges count twice in books that are made anew.
  const isWhole = retiring.length <= retiringMax;
  const named = retiring.length > 0 && { retiring: [...retiring] };
  const copy = { ...ledger.position, retired, ...named, time: timestamp(now) };
  return {
    ...status,
    credits: { granted, reserved, spent, available },
    runningJobs: counts.running,
    pendingJobs: counts.pending,
    ...(isWhole && { ledger: copy }),
  };
}

/** How far a change must be told: `now` what somebody waits for, `later` what is only good to know. */
export function statusChange(
  before: AdAccountStatus,
  wanted: AdAccountStatus,
  isAwaited: boolean,
): 'now' | 'later' | 'none' {
  if (isAwaited && !isSamePosition(before.ledger, wanted.ledger)) return 'now';
  if (!isDeepStrictEqual(statesOf(before), statesOf(wanted))) return 'now';
  return isDeepStrictEqual(numbersOf(before), numbersOf(wanted)) ? 'none' : 'later';
}

function ledgerAvailable(ledger: SeenAccount['ledger']): Said {
  if (ledger.kind === 'lost') return { status: 'False', reason: 'LedgerLost', message: ledger.why };
  return { status: 'True', reason: 'Whole', message: 'The ledger is the one that the credits were copied from.' };
}

function grantsApplied(changed: readonly string[]): Said {
  if (changed.length === 0) return { status: 'True', reason: 'Applied', message: 'Every grant counts.' };
  const message = `Made before with another amount, which stays: ${changed.join(', ')}.`;
  return { status: 'False', reason: 'GrantChanged', message: message.slice(0, 1_024) };
}

function statesOf({ conditions = [] }: AdAccountStatus): unknown {
  return conditions.map(({ type, status, reason }) => [type, status, reason]);
}

/**
 * Sequence and time alone are no news: they move with every change of any account. That the spec was looked at is: somebody
 * may wait for it.
 */
function numbersOf({ credits, runningJobs, pendingJobs, conditions = [], ledger }: AdAccountStatus): unknown {
  const messages = conditions.map(({ message, observedGeneration }) => [message, observedGeneration]);
  const { epoch, retired, retiring } = ledger ?? {};
  return { credits, runningJobs, pendingJobs, messages, epoch, retired, retiring };
}
