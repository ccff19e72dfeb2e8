import type { PriceList } from '../ads/price.ts';
import { adAccountKind, adJobKind } from '../domain/kinds.ts';
import { requiredCredits } from '../domain/pricing.ts';
import {
  addJob,
  ledgerOf,
  resourcesOf,
  type AccountResources,
  type ResourcesByAccount,
} from '../domain/account-resources.ts';
import type { RebuiltAccount } from '../ledger/port.ts';
import type { ObjectStore } from '../store/port.ts';
import { everyObject } from './every-object.ts';

const reportEvery = 10_000;

export async function readResources(
  store: Pick<ObjectStore, 'list'>,
  select: { namespace?: string },
  report: (text: string) => void,
): Promise<ResourcesByAccount> {
  const all: ResourcesByAccount = new Map();
  await everyObject(store, adAccountKind, select, (account) => {
    resourcesOf(account.metadata, all).account = account;
    return Promise.resolve(true);
  });
  let read = 0;
  await everyObject(store, adJobKind, select, (job) => {
    addJob(job, all);
    read += 1;
    if (read % reportEvery === 0) report(`Read ${read} AdJobs.\n`);
    return Promise.resolve(true);
  });
  return all;
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
