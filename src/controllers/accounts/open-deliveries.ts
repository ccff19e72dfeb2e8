import type { Archive } from '../../archive/port.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { closedDeliveryStates, isCallbackClosed } from '../../domain/retention.ts';
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
 * Counts the callbacks of the account's jobs that are neither delivered nor given up. Counts both jobs with an AdJob
 * and archived jobs.
 */
export async function countOpenDeliveries(
  { store, archive }: { store: Pick<ObjectStore, 'list'>; archive: Pick<Archive, 'listOpenDeliveries'> },
  account: ObjectKey,
): Promise<number> {
  let count = 0;
  const select = { namespace: account.namespace, fieldSelector: openSelector, limit: pageSize };
  for await (const { items } of pagesOf(store, adJobKind, select)) {
    for (const { spec, status } of items) {
      if (spec.accountRef.name === account.name && !isCallbackClosed(spec.callbackUrl, status?.delivery)) count += 1;
    }
  }
  // Archived jobs are counted last. A job that is archived during the count is counted twice, but never missed.
  for await (const job of archive.listOpenDeliveries()) {
    if (job.namespace === account.namespace && job.account === account.name) count += 1;
  }
  return count;
}
