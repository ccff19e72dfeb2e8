import type { Archive } from '../../archive/port.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { closedDeliveryStates, hasOpenCallback } from '../../domain/retention.ts';
import { pagesOf } from '../../runtime/pages.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { ObjectKey } from '../../objects/object-key.ts';

const pageSize = 500;
/**
 * Field selector that excludes jobs whose callback is already delivered or given up, because there may be very many
 * such jobs.
 */
const openSelector = closedDeliveryStates.map((state) => `status.delivery.state!=${state}`).join(',');

/**
 * Counts the callbacks of the account's jobs that are neither delivered nor given up, or that are to be replayed.
 * Counts both jobs with an AdJob and archived jobs.
 *
 * A replay of an ended delivery is requested by an annotation of the AdJob, which no selector can match, so finding
 * these requests takes a list of all jobs. The list may be long, so it is read only if no other callback is open.
 */
export async function countOpenDeliveries(
  { store, archive }: { store: Pick<ObjectStore, 'list'>; archive: Pick<Archive, 'listOpenDeliveries'> },
  account: ObjectKey,
): Promise<number> {
  let count = await countJobs(store, account, { fieldSelector: openSelector });
  // The archive is counted last. Jobs only move from the AdJobs to the archive, so a job that moves during the count is
  // counted twice instead of not at all.
  for await (const job of archive.listOpenDeliveries()) {
    if (job.namespace === account.namespace && job.account === account.name) count += 1;
  }
  return count > 0 ? count : countJobs(store, account, {});
}

async function countJobs(
  store: Pick<ObjectStore, 'list'>,
  { namespace, name }: ObjectKey,
  selector: { fieldSelector?: string },
): Promise<number> {
  let count = 0;
  for await (const { items } of pagesOf(store, adJobKind, { namespace, limit: pageSize, ...selector })) {
    count += items.filter((job) => job.spec.accountRef.name === name && hasOpenCallback(job)).length;
  }
  return count;
}
