import { isDeepStrictEqual } from 'node:util';
import { setCondition, type ConditionUpdate } from '../../domain/conditions.ts';
import { isSamePosition, type LedgerPosition } from '../../domain/ledger-position.ts';
import { setReadiness } from '../../domain/readiness.ts';
import { signingSecretCondition } from '../../domain/signing-secret.ts';
import { timestamp } from '../../domain/timestamp.ts';
import { firstUnits } from '../../domain/whole-characters.ts';
import type { Balance } from '../../ledger/port.ts';
import { retiringMax, type AdAccount, type AdAccountStatus } from '../../schema/adaccount.ts';
import type { Waiting } from './deletion.ts';
import { accountReadiness } from './readiness.ts';

export interface SeenAccount {
  account: AdAccount;
  ledger:
    | { kind: 'lost'; why: string }
    | { kind: 'whole'; balance: Balance; position: LedgerPosition; changedGrants: readonly string[] };
  areFilesForeign: boolean;
  counts: { running: number; pending: number };
  waiting: Waiting | undefined;
  /** True if the account has its signing secret. Undefined: not known, or it needs none. */
  hasSecret?: boolean | undefined;
}

type ConditionState = Pick<ConditionUpdate, 'status' | 'reason' | 'message'>;

/**
 * Returns the desired status of the account. If the ledger is lost, keeps the credits and the ledger position (epoch
 * and sequence number) that the status shows, because the status is then the only copy of these values.
 */
export function wantedStatus(seen: SeenAccount, now: Date): AdAccountStatus {
  const { account, ledger, areFilesForeign, counts, waiting, hasSecret } = seen;
  const before = account.status ?? {};
  const conditionStates: Record<string, ConditionState | undefined> = {
    LedgerAvailable: ledgerAvailable(ledger),
    GrantsApplied: grantsApplied(ledger, areFilesForeign),
    [signingSecretCondition]: hasSecret === undefined ? undefined : signingSecret(hasSecret),
    Deleting: waiting && { status: 'True', ...waiting },
  };
  let { conditions } = before;
  const observedGeneration = account.metadata.generation;
  for (const [type, state] of Object.entries(conditionStates)) {
    if (state !== undefined) conditions = setCondition(conditions, { type, ...state, observedGeneration }, now);
  }
  conditions = setReadiness(conditions, accountReadiness(account, conditions), observedGeneration, now);
  const status = { ...before, observedGeneration, conditions };
  if (ledger.kind === 'lost') return status;
  const { granted, reserved, spent, available, retired, retiring } = ledger.balance;
  // The list `retiring` names deleted jobs whose charge the ledger has already added to `retired`, the account's total
  // of charges of deleted jobs, but whose AdJob may not record this yet. An incomplete list must not be stored: a
  // rebuild of the ledger would count the charge of a missing job twice, in `retired` and for its AdJob.
  const isWhole = retiring.length <= retiringMax;
  const retiringField = retiring.length > 0 && { retiring: [...retiring] };
  const copy = { ...ledger.position, retired, ...retiringField, time: timestamp(now) };
  return {
    ...status,
    credits: { granted, reserved, spent, available },
    runningJobs: counts.running,
    pendingJobs: counts.pending,
    ...(isWhole && { ledger: copy }),
  };
}

export function statusChange(
  before: AdAccountStatus,
  wanted: AdAccountStatus,
  isAwaited: boolean,
): 'now' | 'later' | 'none' {
  if (isAwaited && !isSamePosition(before.ledger, wanted.ledger)) return 'now';
  if (!isDeepStrictEqual(statesOf(before), statesOf(wanted))) return 'now';
  return isDeepStrictEqual(numbersOf(before), numbersOf(wanted)) ? 'none' : 'later';
}

function signingSecret(hasSecret: boolean): ConditionState {
  if (hasSecret)
    return { status: 'True', reason: 'Created', message: 'Callbacks are signed with the secret of Adwright.' };
  const message =
    'The signing secret of the account is missing or damaged, so its callbacks wait. Restore it from a backup, or ' +
    'create another one with `adwright accounts webhook-secret NAME --rotate` and give it to the receivers.';
  return { status: 'False', reason: 'SecretLost', message };
}

const waitsForLedger =
  'The ledger has lost data, so no grant is applied, no stage is launched and no callback is sent. ' +
  'Restore a backup of the ledger, or run `adwright ledger rebuild`.';

const waitsForFiles =
  'The files of jobs belong to another installation, or the installation secret was replaced, so no grant is applied, ' +
  'no stage is launched and no callback is sent. Set back the file storage or the secret, or run ' +
  '`adwright files adopt --yes` to use these files.';

function ledgerAvailable(ledger: SeenAccount['ledger']): ConditionState {
  if (ledger.kind === 'lost') return { status: 'False', reason: 'LedgerLost', message: ledger.why };
  return {
    status: 'True',
    reason: 'Whole',
    message: 'The ledger is available and has not lost data.',
  };
}

function grantsApplied(ledger: SeenAccount['ledger'], areFilesForeign: boolean): ConditionState {
  if (ledger.kind === 'lost') return { status: 'False', reason: 'LedgerLost', message: waitsForLedger };
  if (areFilesForeign) return { status: 'False', reason: 'FilesForeign', message: waitsForFiles };
  const changed = ledger.changedGrants;
  if (changed.length === 0) return { status: 'True', reason: 'Applied', message: 'All grants are applied.' };
  const message = `Grants whose amount was changed after they were applied, which has no effect: ${changed.join(', ')}.`;
  return { status: 'False', reason: 'GrantChanged', message: firstUnits(message, 1_024) };
}

function statesOf({ conditions = [] }: AdAccountStatus): unknown {
  return conditions.map(({ type, status, reason }) => [type, status, reason]);
}

/**
 * Returns the parts of an account's status that cause a write of the status when they change. Excludes the ledger's
 * sequence number and the time, because both change with every ledger change of any account. Includes
 * `observedGeneration`, because a client may wait for it.
 */
function numbersOf({ conditions = [], ledger, ...status }: AdAccountStatus): unknown {
  const { credits, runningJobs, pendingJobs, observedGeneration } = status;
  const messages = conditions.map(({ message, observedGeneration }) => [message, observedGeneration]);
  const { epoch, retired, retiring } = ledger ?? {};
  return { credits, runningJobs, pendingJobs, observedGeneration, messages, epoch, retired, retiring };
}
