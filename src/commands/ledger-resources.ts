import { accountOf } from '../domain/account-of.ts';
import { copiedFrom } from '../domain/earlier-run.ts';
import { standingOf } from '../domain/job-standing.ts';
import { jobIdOf, looksMadeByApi } from '../domain/job-view.ts';
import { adAccountKind, adJobKind } from '../domain/kinds.ts';
import { retiredAtAnnotation } from '../domain/labels.ts';
import type { PriceList } from '../ads/price.ts';
import { requiredCredits } from '../domain/pricing.ts';
import { isRemembered, readRetirement, type RetiredAt } from '../domain/retirement.ts';
import { isTerminal } from '../domain/terminal.ts';
import type { RebuiltAccount } from '../ledger/port.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { AdJob } from '../schema/adjob.ts';
import type { ObjectStore } from '../store/port.ts';
import { everyObject } from './every-object.ts';

type Entry = RebuiltAccount['jobs'][number];

export interface JobInLedger extends Entry {
  /**
   * First ledger position (sequence number of a change) at which the account's total of charges of deleted jobs
   * includes the charge of this job. It is an annotation of the AdJob. Undefined if the AdJob has no such annotation.
   */
  retiredAt: RetiredAt | undefined;
}

export type StoredJob = Pick<AdJob, 'metadata' | 'spec'>;

export interface AccountResources {
  key: ObjectKey;
  account: AdAccount | undefined;
  jobs: Map<string, JobInLedger>;
  /** Uids of the unfinished AdJobs whose status does not show reserved credits yet. */
  waiting: Set<string>;
  /**
   * AdJobs of `waiting` that the REST API created, by the uid of the AdJob. Their credits were reserved before the
   * AdJob was created.
   */
  promised: Map<string, StoredJob>;
  /** AdJobs of `waiting` that are copies of applied AdJobs, such as from a backup without status. */
  copies: Map<string, StoredJob>;
}

const reportEvery = 10_000;

export async function readResources(
  store: Pick<ObjectStore, 'list'>,
  select: { namespace?: string },
  report: (text: string) => void,
): Promise<Map<string, AccountResources>> {
  const all = new Map<string, AccountResources>();
  await everyObject(store, adAccountKind, select, (account) => {
    resourcesOf(account.metadata, all).account = account;
    return Promise.resolve(true);
  });
  let read = 0;
  await everyObject(store, adJobKind, select, (job) => {
    addJob(job, resourcesOf(accountOf(job), all));
    read += 1;
    if (read % reportEvery === 0) report(`Read ${read} AdJobs.\n`);
    return Promise.resolve(true);
  });
  return all;
}

/**
 * Returns the ledger entries that an account should have according to its AdAccount and AdJobs. Leaves out the charges
 * of retired jobs, because they are already part of the account's `retired` total.
 */
export function ledgerOf(resources: AccountResources): RebuiltAccount {
  const { key, account, jobs } = resources;
  const { retired = 0 } = account?.status?.ledger ?? {};
  const counted = [...jobs.values()].filter((job) => !isRetired(job, resources));
  return {
    account: key,
    grants: (account?.spec.creditGrants ?? []).map(({ id, amount }) => ({ id, amount })),
    retired,
    jobs: counted.map(({ retiredAt: _at, ...entry }) => entry),
  };
}

/**
 * Returns the ledger entries with which an account is rebuilt after a loss of the ledger. These are the entries that
 * its AdAccount and AdJobs show, plus reservations of credits for accepted jobs whose AdJob does not show a reservation
 * yet.
 *
 * The added reservations are computed from the current prices. `taken` are job ids that more than one AdJob has; these
 * jobs get no reservation. A job without a price gets none either: the controller will end it as FAILED.
 */
export function rebuiltLedgerOf(
  resources: AccountResources,
  taken: ReadonlySet<string>,
  prices?: PriceList,
): RebuiltAccount {
  const ledger = ledgerOf(resources);
  const promised = [...resources.promised.values()].flatMap(({ metadata, spec }) => {
    const { namespace, name, uid } = metadata;
    const credits = taken.has(name) ? undefined : requiredCredits(spec, prices);
    const object = { namespace, name, uid };
    return credits === undefined ? [] : [{ jobId: name, object, credits, state: 'reserved' as const }];
  });
  return { ...ledger, jobs: [...ledger.jobs, ...promised] };
}

export function claimedTwice(all: Iterable<AccountResources>): ReadonlySet<string> {
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const { jobs, promised } of all) {
    const ids = [...jobs.values()].map(({ jobId }) => jobId);
    const names = [...promised.values()].map(({ metadata }) => metadata.name);
    for (const jobId of [...ids, ...names]) (once.has(jobId) ? twice : once).add(jobId);
  }
  return twice;
}

/**
 * Reports whether the charge of a job is part of its account's `retired` total. Checks both the account and the AdJob,
 * because the account is written first.
 */
export function isRetired({ jobId, retiredAt }: JobInLedger, { account }: AccountResources): boolean {
  const ledger = account?.status?.ledger;
  if (ledger?.retiring?.includes(jobId) === true) return true;
  return retiredAt !== undefined && isRemembered(retiredAt, ledger);
}

function resourcesOf({ namespace, name }: ObjectKey, all: Map<string, AccountResources>): AccountResources {
  const text = keyText({ namespace, name });
  const known = all.get(text);
  if (known !== undefined) return known;
  const made = {
    key: { namespace, name },
    account: undefined,
    jobs: new Map(),
    waiting: new Set<string>(),
    promised: new Map(),
    copies: new Map(),
  };
  all.set(text, made);
  return made;
}

function addJob(job: AdJob, { jobs, waiting, promised, copies }: AccountResources): void {
  const { namespace, name, uid } = job.metadata;
  jobs.delete(uid);
  waiting.delete(uid);
  promised.delete(uid);
  copies.delete(uid);
  const standing = standingOf(job);
  if (standing === undefined) {
    if (isTerminal(job)) return;
    waiting.add(uid);
    const stored = { metadata: job.metadata, spec: job.spec };
    if (looksMadeByApi(job)) promised.set(uid, stored);
    else if (copiedFrom(stored) !== undefined) copies.set(uid, stored);
    return;
  }
  const retiredAt = readRetirement(job.metadata.annotations?.[retiredAtAnnotation]);
  jobs.set(uid, { jobId: jobIdOf(job), object: { namespace, name, uid }, ...standing, retiredAt });
}
