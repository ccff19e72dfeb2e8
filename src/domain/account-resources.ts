import { accountOf } from './account-of.ts';
import type { CreditTotals } from './credit-totals.ts';
import { copiedFrom } from './earlier-run.ts';
import { standingOf, type JobStanding } from './job-standing.ts';
import { jobIdOf, looksMadeByApi } from './job-view.ts';
import { retiredAtAnnotation } from './labels.ts';
import { isRemembered, readRetirement, type RetiredAt } from './retirement.ts';
import { isTerminal } from './terminal.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { AdJob } from '../schema/adjob.ts';

interface Entry extends JobStanding {
  jobId: string;
  object: ObjectKey & { uid: string };
}

/** Ledger entries of an account. */
interface AccountEntries {
  account: ObjectKey;
  grants: { id: string; amount: number }[];
  /** Charges of deleted jobs. */
  retired: number;
  jobs: Entry[];
}

/** Reservation in the ledger. */
interface Hold {
  account: ObjectKey;
  credits: number;
  object: { uid: string } | undefined;
}

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

/** Resources of accounts, by `keyText` of the account. */
export type ResourcesByAccount = Map<string, AccountResources>;

/** Returns the resources of an account; adds empty ones if there are none. */
export function resourcesOf({ namespace, name }: ObjectKey, all: ResourcesByAccount): AccountResources {
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

/** Adds an AdJob to the resources of its account, or replaces what an earlier read of the AdJob has added. */
export function addJob(job: AdJob, all: ResourcesByAccount): void {
  const { jobs, waiting, promised, copies } = resourcesOf(accountOf(job), all);
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

/**
 * Returns the ledger entries that an account should have according to its AdAccount and AdJobs. Leaves out the charges
 * of retired jobs, because they are already part of the account's `retired` total.
 */
export function ledgerOf(resources: AccountResources): AccountEntries {
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
 * Reports whether the charge of a job is part of its account's `retired` total. Checks both the account and the AdJob,
 * because the account is written first.
 */
export function isRetired({ jobId, retiredAt }: JobInLedger, { account }: AccountResources): boolean {
  const ledger = account?.status?.ledger;
  if (ledger?.retiring?.includes(jobId) === true) return true;
  return retiredAt !== undefined && isRemembered(retiredAt, ledger);
}

/**
 * Returns the totals of credits that an account should have: those of its AdAccount and AdJobs, and the holds of jobs
 * whose AdJob does not exist yet or does not show the reservation yet. `adwright ledger verify` and the audit compare
 * the ledger with these totals.
 */
export function expectedTotals(resources: AccountResources, holds: readonly Hold[]): CreditTotals {
  const { grants, retired, jobs } = ledgerOf(resources);
  const sum = (amounts: number[]): number => amounts.reduce((total, amount) => total + amount, 0);
  const creditsIn = (state: string): number => sum(jobs.filter((job) => job.state === state).map((job) => job.credits));
  const early = holds.filter((hold) => isEarly(hold, resources));
  return {
    granted: sum(grants.map(({ amount }) => amount)),
    reserved: creditsIn('reserved') + sum(early.map(({ credits }) => credits)),
    spent: retired + creditsIn('settled'),
  };
}

function isEarly({ account, object }: Hold, { key, waiting }: AccountResources): boolean {
  if (account.namespace !== key.namespace || account.name !== key.name) return false;
  return object === undefined || waiting.has(object.uid);
}
