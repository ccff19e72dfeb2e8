import type { Balance } from '../../ledger/port.ts';
import { pagesById } from '../../runtime/pages.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { AccountsDeps } from './deps.ts';

const pageSize = 500;

export interface Waiting {
  reason: 'LedgerLost' | 'FilesForeign' | 'HoldsOpen' | 'JobsExpected' | 'DeliveriesOpen';
  message: string;
}

/**
 * Returns the reason why the deletion of an account must wait, or undefined if the account may be deleted now.
 *
 * Guarantee: the account exists until all reserved credits are charged or released, every accepted job has an AdJob or
 * its failure is reported, and all callbacks are delivered or given up. Callbacks need the account because it has their
 * signing secret.
 */
export async function deletionWaitsFor(
  account: ObjectKey,
  balance: Balance | undefined,
  { ledger, openDeliveries, areFilesForeign }: AccountsDeps,
): Promise<Waiting | undefined> {
  if (balance === undefined)
    return {
      reason: 'LedgerLost',
      message: 'The ledger is lost, so it is unknown whether credits are still reserved.',
    };
  if (balance.reserved > 0) {
    return { reason: 'HoldsOpen', message: `${balance.reserved} credits are reserved for unfinished jobs.` };
  }
  if (await isAnyOf(account, (page) => ledger.audit.listHolds(page))) {
    return { reason: 'HoldsOpen', message: 'Unfinished jobs have holds (reservations) of 0 credits.' };
  }
  if (await isAnyOf(account, (page) => ledger.intents.list(page))) {
    return {
      reason: 'JobsExpected',
      message: 'Some accepted jobs wait for their AdJob to be created or for their failure to be recorded.',
    };
  }
  if (areFilesForeign?.() === true) {
    const message = 'The files belong to another installation, so it is unknown whether callbacks are undelivered.';
    return { reason: 'FilesForeign', message };
  }
  const open = await openDeliveries(account);
  return open > 0
    ? { reason: 'DeliveriesOpen', message: `Number of callbacks that are not delivered yet: ${open}.` }
    : undefined;
}

type Owned = { jobId: string; account: ObjectKey };

async function isAnyOf(
  { namespace, name }: ObjectKey,
  list: (page: { limit: number; after: string | undefined }) => Promise<Owned[]>,
): Promise<boolean> {
  for await (const page of pagesById(list, pageSize)) {
    if (page.some(({ account }) => account.namespace === namespace && account.name === name)) return true;
  }
  return false;
}
