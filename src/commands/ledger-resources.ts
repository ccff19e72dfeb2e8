import { accountOf } from '../domain/account-of.ts';
import { standingOf } from '../domain/job-standing.ts';
import { jobIdOf } from '../domain/job-view.ts';
import { adAccountKind, adJobKind } from '../domain/kinds.ts';
import { retiredAtAnnotation } from '../domain/labels.ts';
import { looksMadeByApi } from '../domain/made-by-api.ts';
import { requiredCredits, type PriceList } from '../domain/pricing.ts';
import { isRemembered, readRetirement, type RetiredAt } from '../domain/retirement.ts';
import { isTerminal } from '../domain/terminal.ts';
import type { JobObject, RebuiltAccount } from '../ledger/port.ts';
import { keyText } from '../runtime/object-key.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { AdJob, AdJobSpec } from '../schema/adjob.ts';
import type { ObjectKey, ObjectStore } from '../store/port.ts';
import { everyObject } from './every-object.ts';

type Entry = RebuiltAccount['jobs'][number];

/** What the resources say of one job's money. */
export interface JobInLedger extends Entry {
  /** From where on its charge is among those that are retired, as it stands on the object. */
  retiredAt: RetiredAt | undefined;
}

/** What the resources say of one account. */
export interface AccountResources {
  key: ObjectKey;
  /** Undefined: jobs name it, and it is not there. */
  account: AdAccount | undefined;
  /** By uid. */
  jobs: Map<string, JobInLedger>;
  /** Uids of the jobs that nobody has admitted yet. */
  waiting: Set<string>;
  /** Of those the ones that clients were told of, by uid. */
  promised: Map<string, { jobId: string; object: JobObject; spec: AdJobSpec }>;
}

/** Progress is told each time so many more have been read. */
const reportEvery = 10_000;

/** All accounts and all jobs, of one namespace or of all, by `namespace/name` of the account. */
export async function readResources(
  store: ObjectStore,
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

/** What the books of the account must be. A charge that the account remembers as retired is in that sum already. */
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
 * With the holds of jobs that the API has made and nobody has admitted yet: nothing else remembers that they were promised.
 * The prices are those of today. `taken`: ids that more than one job claims.
 */
export function rebuiltBooksOf(
  resources: AccountResources,
  taken: ReadonlySet<string>,
  prices?: PriceList,
): RebuiltAccount {
  const books = ledgerOf(resources);
  const promised = [...resources.promised.values()]
    .filter(({ jobId }) => !taken.has(jobId))
    .map(({ spec, ...job }) => ({ ...job, credits: requiredCredits(spec, prices), state: 'reserved' as const }));
  return { ...books, jobs: [...books.jobs, ...promised] };
}

/** Ids that more than one job claims: the same name in two namespaces. */
export function claimedTwice(all: Iterable<AccountResources>): ReadonlySet<string> {
  const [once, twice] = [new Set<string>(), new Set<string>()];
  for (const { jobs, promised } of all) {
    for (const { jobId } of [...jobs.values(), ...promised.values()]) (once.has(jobId) ? twice : once).add(jobId);
  }
  return twice;
}

/** Whether `ledgerOf` counts the charge among those that are retired: the job says so, or the account, which was first. */
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
  };
  all.set(text, made);
  return made;
}

/** One that was listed before counts as it is now. */
function addJob(job: AdJob, { jobs, waiting, promised }: AccountResources): void {
  const { namespace, name, uid } = job.metadata;
  jobs.delete(uid);
  waiting.delete(uid);
  promised.delete(uid);
  const standing = standingOf(job);
  if (standing === undefined) {
    if (isTerminal(job)) return;
    waiting.add(uid);
    if (looksMadeByApi(job)) promised.set(uid, { jobId: name, object: { namespace, name, uid }, spec: job.spec });
    return;
  }
  const retiredAt = readRetirement(job.metadata.annotations?.[retiredAtAnnotation]);
  jobs.set(uid, { jobId: jobIdOf(job), object: { namespace, name, uid }, ...standing, retiredAt });
}
