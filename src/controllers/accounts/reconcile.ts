import { hasUnfiledRow } from '../../domain/audit-annotation.ts';
import { findCondition } from '../../domain/conditions.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import { cleanupFinalizer, hasCleanupFinalizer } from '../../domain/labels.ts';
import { lossSince } from '../../domain/ledger-position.ts';
import { mergePatchBetween } from '../../objects/merge-patch.ts';
import type { AdAccount, AdAccountStatus } from '../../schema/adaccount.ts';
import { isStoreError } from '../../objects/store-error.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { LedgerInitializer } from './ledger-initializer.ts';
import type { LedgerLosses } from './ledger-losses.ts';
import type { RecordedEpochs } from './recorded-epochs.ts';
import { deletionWaitsFor } from './deletion.ts';
import type { AccountsDeps } from './deps.ts';
import { applyGrants, changedGrants, hasNewGrant } from './grants.ts';
import { writeWaitMs, type AccountStates, type AccountState } from './account-states.ts';
import { statusChange, wantedStatus, type SeenAccount } from './status.ts';

/**
 * Delay in milliseconds before a retry after a write conflict. Usually an event of the watch, which shows the newer
 * version of the account, triggers the retry earlier.
 */
const conflictRetryMs = 100;
/**
 * Interval in milliseconds at which a delayed deletion of an account is rechecked. The account gets no watch event when
 * its reserved credits are released or a callback is delivered.
 */
const deletionPollMs = 5_000;

export interface AccountsState {
  cached: (key: ObjectKey) => AdAccount | undefined;
  epochs: RecordedEpochs;
  memory: AccountStates;
  initializer: LedgerInitializer;
  losses: LedgerLosses;
  /** Reports whether the account has its signing secret. Undefined: not known, or it needs none. */
  hasSecret: (account: AdAccount) => boolean | undefined;
}

/**
 * Applies the new grants of one account to the ledger, and writes nothing to the API server. So credits count at once,
 * even while the statuses of thousands of accounts are still to be written.
 */
export async function grantCredits(key: ObjectKey, deps: AccountsDeps, state: AccountsState): Promise<void> {
  const account = state.cached(key);
  if (account === undefined) return;
  const accountState = state.memory.of(account);
  if (hasNewGrant(account.spec, accountState.grants)) await copyLedger(account, accountState, deps, state);
}

/**
 * Applies the grants of one account to the ledger, updates the status of the account, and completes its deletion.
 * Returns the maximum delay in milliseconds before the next reconcile.
 */
export async function reconcile(key: ObjectKey, deps: AccountsDeps, state: AccountsState): Promise<number | undefined> {
  const cached = state.cached(key);
  if (cached === undefined) {
    state.memory.delete(key);
    state.losses.note(key, false);
    return undefined;
  }
  try {
    const account = await withFinalizer(cached, deps);
    return account && (await look(account, deps, state));
  } catch (error) {
    if (isStoreError(error, 'Conflict', 'NotFound')) return conflictRetryMs;
    throw error;
  }
}

async function look(account: AdAccount, deps: AccountsDeps, state: AccountsState): Promise<number | undefined> {
  const accountState = state.memory.of(account);
  const { asked } = accountState;
  const seen = await gather(account, accountState, deps, state);
  const isDeleted = account.metadata.deletionTimestamp !== undefined;
  if (isDeleted && seen.waiting === undefined && !hasUnfiledRow(account.metadata)) {
    await deps.secrets.delete(account.metadata);
    await setFinalizers(account, (others) => others, deps);
    return undefined;
  }
  const waitMs = await mirror(seen, accountState, asked, deps);
  return isDeleted ? Math.min(waitMs ?? deletionPollMs, deletionPollMs) : waitMs;
}

async function gather(
  account: AdAccount,
  accountState: AccountState,
  deps: AccountsDeps,
  state: AccountsState,
): Promise<SeenAccount> {
  const ledger = await copyLedger(account, accountState, deps, state);
  const { metadata } = account;
  state.losses.note(metadata, ledger.kind === 'lost');
  if (ledger.kind === 'lost') state.initializer.logLoss(ledger.why);
  const balance = ledger.kind === 'whole' ? ledger.balance : undefined;
  accountState.balance = balance ?? accountState.balance;
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const waiting = isDeleted ? await deletionWaitsFor(metadata, balance, deps) : undefined;
  const areFilesForeign = deps.areFilesForeign?.() === true;
  const counts = deps.counts(metadata);
  return { account, ledger, areFilesForeign, counts, waiting, hasSecret: state.hasSecret(account) };
}

/**
 * Reads the balance from the ledger and applies the grants of credits to the account. Applies no grant if the account's
 * status was copied from a newer state of the ledger or from another ledger, because the ledger has then lost data, or
 * while the files belong to another installation.
 */
async function copyLedger(
  account: AdAccount,
  accountState: AccountState,
  deps: AccountsDeps,
  { initializer, epochs }: AccountsState,
): Promise<SeenAccount['ledger']> {
  const { ledger } = deps;
  const before = await initializer.balance(account.metadata);
  if (before === undefined) return { kind: 'lost', why: 'The ledger has no data.' };
  const { epoch } = before.position;
  const seen = account.status?.ledger;
  const why = seen === undefined ? epochMismatch(epochs.otherThan(epoch), epoch) : lossSince(seen, before.position);
  if (why !== undefined) return { kind: 'lost', why };
  if (accountState.epoch !== epoch) accountState.grants.clear();
  accountState.epoch = epoch;
  const isNew =
    mayGrant(account, deps) && (await applyGrants(account.metadata, account.spec, accountState.grants, ledger));
  accountState.isGrantNew ||= isNew;
  const { position, ...balance } = isNew ? await ledger.balance(account.metadata) : before;
  return { kind: 'whole', balance, position, changedGrants: changedGrants(account.spec, accountState.grants) };
}

function mayGrant({ metadata }: AdAccount, { areFilesForeign }: AccountsDeps): boolean {
  return metadata.deletionTimestamp === undefined && areFilesForeign?.() !== true;
}

function epochMismatch(other: string | undefined, epoch: string): string | undefined {
  if (other === undefined) return undefined;
  return `The ledger has epoch ${epoch}, but other AdAccounts have recorded epoch ${other}: ledger data is lost.`;
}

async function mirror(
  seen: SeenAccount,
  accountState: AccountState,
  asked: number,
  deps: AccountsDeps,
): Promise<number | undefined> {
  const { clock, store } = deps;
  const { metadata, status: before = {} } = seen.account;
  const status = wantedStatus(seen, clock.now());
  const news = statusChange(before, status, asked > accountState.answered);
  if (news !== 'none') {
    const waitMs = writeWaitMs(accountState, accountState.isGrantNew ? 'now' : news, clock.monotonicMs());
    if (waitMs > 0) return waitMs;
    const { resourceVersion } = metadata;
    const patch = { metadata: { resourceVersion }, status: mergePatchBetween(before, status) ?? {} };
    await store.patchStatus(adAccountKind, metadata, patch);
    accountState.writtenMs = clock.monotonicMs();
    report(seen, before, status, deps);
  }
  accountState.answered = asked;
  accountState.isGrantNew = false;
  return undefined;
}

function report(
  { account, waiting }: SeenAccount,
  before: AdAccountStatus,
  after: AdAccountStatus,
  deps: AccountsDeps,
) {
  if (waiting === undefined || reasonOf(before) === reasonOf(after)) return;
  const { namespace, name, uid } = account.metadata;
  const object = { kind: adAccountKind.kind, namespace, name, uid };
  deps.events.emit({ type: 'Normal', reason: 'DeletionWaits', message: waiting.message, object });
}

function reasonOf({ conditions }: AdAccountStatus): string | undefined {
  return findCondition(conditions, 'Deleting')?.reason;
}

/**
 * Adds the finalizer of this controller to the account if it is missing, and returns the account. Returns undefined if
 * the account is being deleted and this controller has already removed its finalizer.
 */
async function withFinalizer(account: AdAccount, deps: AccountsDeps): Promise<AdAccount | undefined> {
  if (hasCleanupFinalizer(account.metadata)) return account;
  if (account.metadata.deletionTimestamp !== undefined) return undefined;
  return setFinalizers(account, (others) => [...others, cleanupFinalizer], deps);
}

function setFinalizers(
  { metadata }: AdAccount,
  change: (others: string[]) => string[],
  { store }: AccountsDeps,
): Promise<AdAccount> {
  const others = (metadata.finalizers ?? []).filter((name) => name !== cleanupFinalizer);
  const { resourceVersion } = metadata;
  return store.patch(adAccountKind, metadata, { metadata: { resourceVersion, finalizers: change(others) } });
}
