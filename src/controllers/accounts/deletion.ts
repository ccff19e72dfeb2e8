import type { Balance } from '../../ledger/port.ts';
import { pagesById } from '../../runtime/pages.ts';
import type { ObjectKey } from '../../store/port.ts';
import type { AccountsDeps } from './deps.ts';

const pageSize = 500;

/** What a deletion waits for: `reason` is a constant. */
export interface Waiting {
  reason: 'LedgerLost' | 'HoldsOpen' | 'JobsExpected' | 'DeliveriesOpen';
  message: string;
}

/**
 * What the deletion of an account waits for; undefined: nothing.
 *
 * Guarantee: while it waits, credits that are held come back to somebody, a job that was accepted finds its account, and the
 * secret that signs its callbacks is still named.
 */
export async function deletionWaitsFor(
  account: ObjectKey,
  balance: Balance | undefined,
  { ledger, openDeliveries }: AccountsDeps,
): Promise<Waiting | undefined> {
  if (balance === undefined)
    return { reason: 'LedgerLost', message: 'The ledger is lost: it cannot tell what is held.' };
  if (balance.reserved > 0) {
    return { reason: 'HoldsOpen', message: `${balance.reserved} credits are held for jobs that are not finished.` };
  }
  if (await isAnyOf(account, (page) => ledger.audit.listHolds(page))) {
    return { reason: 'HoldsOpen', message: 'There are jobs that are not finished.' };
  }
  if (await isAnyOf(account, (page) => ledger.intents.list(page))) {
    return {
      reason: 'JobsExpected',
      message: 'There are jobs that were accepted and are not created or reported yet.',
    };
  }
  const open = await openDeliveries(account);
  return open > 0 ? { reason: 'DeliveriesOpen', message: `Callbacks not delivered yet: ${open}.` } : undefined;
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
