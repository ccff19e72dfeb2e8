import { findCondition } from '../../domain/conditions.ts';
import { adAccountKind } from '../../domain/kinds.ts';
import { cleanupFinalizer } from '../../domain/labels.ts';
import { lossSince } from '../../domain/ledger-position.ts';
import { mergePatchBetween } from '../../domain/status-patch.ts';
import type { AdAccount, AdAccountStatus } from '../../schema/adaccount.ts';
import { isStoreError, type ObjectKey } from '../../store/port.ts';
import type { LedgerInitializer } from './ledger-initializer.ts';
import { deletionWaitsFor } from './deletion.ts';
import type { AccountsDeps } from './deps.ts';
import { applyGrants, changedGrants } from './grants.ts';
import { writeWaitMs, type AccountStates, type AccountState } from './account-states.ts';
import { statusChange, wantedStatus, type SeenAccount } from './status.ts';

/** In case the watch never shows what we wait for. */
const soonMs = 100;
/** Holds and deliveries end without a word to the account. */
const deletionPollMs = 5_000;

export interface AccountsState {
  /** The account as the watch last showed it. */
  cached: (key: ObjectKey) => AdAccount | undefined;
  /** Epochs that accounts remember. */
  epochs: () => Iterable<string>;
  memory: AccountStates;
  initializer: LedgerInitializer;
}

/** Bring one account and its books together. Returns after how many milliseconds to look again at the latest. */
export async function reconcile(key: ObjectKey, deps: AccountsDeps, state: AccountsState): Promise<number | undefined> {
  const cached = state.cached(key);
  if (cached === undefined) {
    state.memory.delete(key);
    return undefined;
  }
  try {
    const account = await held(cached, deps);
    return account && (await look(account, deps, state));
  } catch (error) {
    if (isStoreError(error, 'Conflict', 'NotFound')) return soonMs;
    throw error;
  }
}

async function look(account: AdAccount, deps: AccountsDeps, state: AccountsState): Promise<number | undefined> {
  const remembered = state.memory.of(account);
  const { asked } = remembered;
  const seen = await gather(account, remembered, deps, state);
  const isDeleted = account.metadata.deletionTimestamp !== undefined;
  if (isDeleted && seen.waiting === undefined) {
    await setFinalizers(account, (others) => others, deps);
    return undefined;
  }
  const waitMs = await mirror(seen, remembered, asked, deps);
  return isDeleted ? Math.min(waitMs ?? deletionPollMs, deletionPollMs) : waitMs;
}

async function gather(
  account: AdAccount,
  remembered: AccountState,
  deps: AccountsDeps,
  state: AccountsState,
): Promise<SeenAccount> {
  const ledger = await copyLedger(account, remembered, deps, state);
  const { metadata } = account;
  if (ledger.kind === 'lost') state.initializer.logLoss(ledger.why);
  const balance = ledger.kind === 'whole' ? ledger.balance : undefined;
  remembered.balance = balance ?? remembered.balance;
  const isDeleted = metadata.deletionTimestamp !== undefined;
  const waiting = isDeleted ? await deletionWaitsFor(metadata, balance, deps) : undefined;
  return { account, ledger, counts: deps.counts(metadata), waiting };
}

/** Apply the grants, unless these are other books than the account remembers. */
async function copyLedger(
  account: AdAccount,
  remembered: AccountState,
  { ledger }: AccountsDeps,
  { initializer, epochs }: AccountsState,
): Promise<SeenAccount['ledger']> {
  const before = await initializer.balance(account.metadata);
  if (before === undefined) return { kind: 'lost', why: 'The books of the ledger are not there.' };
  const { epoch } = before.position;
  const seen = account.status?.ledger;
  const why = seen === undefined ? strangers(epochs(), epoch) : lossSince(seen, before.position);
  if (why !== undefined) return { kind: 'lost', why };
  if (remembered.epoch !== epoch) remembered.grants.clear();
  remembered.epoch = epoch;
  const isDeleted = account.metadata.deletionTimestamp !== undefined;
  const isNew = !isDeleted && (await applyGrants(account.metadata, account.spec, remembered.grants, ledger));
  remembered.isGrantNew ||= isNew;
  const { position, ...balance } = isNew ? await ledger.balance(account.metadata) : before;
  return { kind: 'whole', balance, position, changedGrants: changedGrants(account.spec, remembered.grants) };
}

/** An account that remembers nothing itself takes no books that others do not know. */
function strangers(epochs: Iterable<string>, epoch: string): string | undefined {
  for (const other of epochs) {
    if (other !== epoch) return `The ledger is of epoch ${epoch}; other accounts remember epoch ${other}.`;
  }
  return undefined;
}

/** Returns when to try again, where it is too soon to write. */
async function mirror(
  seen: SeenAccount,
  remembered: AccountState,
  asked: number,
  deps: AccountsDeps,
): Promise<number | undefined> {
  const { clock, store } = deps;
  const { metadata, status: before = {} } = seen.account;
  const status = wantedStatus(seen, clock.now());
  const news = statusChange(before, status, asked > remembered.answered);
  if (news !== 'none') {
    const waitMs = writeWaitMs(remembered, remembered.isGrantNew ? 'now' : news, clock.monotonicMs());
    if (waitMs > 0) return waitMs;
    const { resourceVersion } = metadata;
    const patch = { metadata: { resourceVersion }, status: mergePatchBetween(before, status) ?? {} };
    await store.patchStatus(adAccountKind, metadata, patch);
    remembered.writtenMs = clock.monotonicMs();
    report(seen, before, status, deps);
  }
  remembered.answered = asked;
  remembered.isGrantNew = false;
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

/** With our finalizer. Undefined: it is being deleted, and we have no part in it any more. */
async function held(account: AdAccount, deps: AccountsDeps): Promise<AdAccount | undefined> {
  if (account.metadata.finalizers?.includes(cleanupFinalizer) === true) return account;
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
