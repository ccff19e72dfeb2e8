import { deliveryOf, unsent } from '../../domain/delivery.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { isMarkedArchived } from '../../domain/labels.ts';
import { unavailable } from '../../objects/store-error.ts';
import type { DeliveryStatus } from '../../schema/adjob.ts';
import type { ArchivedJob } from '../../schema/archived-job.ts';
import type { Needs } from '../operation.ts';
import { notFound } from '../write-object.ts';
import { recordOf } from './found-job.ts';
import { defineJobOperation } from './job-operation.ts';

type Deps = Needs<'store' | 'archive' | 'clock'>;

/** In the outcome, `delivery` is undefined if the job has no callback. */
export const listDeliveries = defineJobOperation({
  name: 'job.list_deliveries',
  summary: "Read the state of a job's callback and the last attempts to deliver it.",
  right: { role: 'viewer', owner: true, key: true },
  effect: 'reads',
  run: async (job, { store, archive, clock }: Deps) => {
    if (job.kind === 'archive') return archivedDelivery(job.record, archive);
    if (job.kind === 'intent') return delivery(job.hasCallback ? unsent : undefined);
    const object = job.object ?? (await store.get(adJobKind, { namespace: job.namespace, name: job.name }));
    const isHere = object?.metadata.uid === job.uid && object.metadata.deletionTimestamp === undefined;
    if (isHere && !isMarkedArchived(object)) return delivery(deliveryOf(object, clock.now()));
    // The job was archived, and may have been erased, after it was found.
    const record = await recordOf(job.jobId, archive);
    return record === undefined ? notFound : archivedDelivery(record, archive);
  },
});

async function archivedDelivery(record: ArchivedJob, archive: Deps['archive']) {
  const state = await archive.delivery(record).catch((error: unknown) => {
    throw unavailable('the archive', error);
  });
  return delivery(state);
}

function delivery(state: DeliveryStatus | undefined) {
  return { kind: 'done' as const, delivery: state };
}
