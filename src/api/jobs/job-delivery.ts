import type { Archive } from '../../archive/port.ts';
import type { Clock } from '../../clock/port.ts';
import { deliveryOf, unsent } from '../../domain/delivery.ts';
import { adJobKind } from '../../domain/kinds.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import type { Deliveries } from '../../schema/deliveries.ts';
import type { DeliveryAttempt, DeliveryStatus } from '../../schema/adjob.ts';
import type { ArchivedJob } from '../../schema/archived-job.ts';
import type { ObjectStore } from '../../store/port.ts';
import type { FoundJob } from './found-job.ts';
import { unavailable } from './job-reader.ts';

export interface DeliverySources {
  store: Pick<ObjectStore, 'get'>;
  archive: Pick<Archive, 'get' | 'delivery'>;
  clock: Pick<Clock, 'now'>;
}

/**
 * Returns the deliveries of a job, from its AdJob or, once the job is archived, from the archive. Returns undefined if
 * the job was erased after it was found.
 */
export async function deliveriesOf(job: FoundJob, sources: DeliverySources): Promise<Deliveries | undefined> {
  if (job.kind === 'archive') return archivedDeliveries(job.record, sources);
  if (job.kind === 'intent') return deliveriesView(job.hasCallback ? unsent : undefined);
  const object = await sources.store.get(adJobKind, { namespace: job.namespace, name: job.name });
  const isHere = object?.metadata.uid === job.uid && object.metadata.deletionTimestamp === undefined;
  if (isHere && object.metadata.annotations?.[archivedAnnotation] !== 'true') {
    return deliveriesView(deliveryOf(object, sources.clock.now()));
  }
  const record = await recordOf(job.jobId, sources);
  return record && archivedDeliveries(record, sources);
}

/** Returns the archive record of a job. Throws an error that becomes a 503 if the record cannot be read. */
export async function recordOf(jobId: string, { archive }: { archive: Pick<Archive, 'get'> }) {
  return archive.get(jobId).catch(notReadable);
}

/** Returns the deliveries of an archived job. Throws an error that becomes a 503 if they cannot be read. */
async function archivedDeliveries(record: ArchivedJob, { archive }: DeliverySources): Promise<Deliveries> {
  return deliveriesView(await archive.delivery(record).catch(notReadable));
}

function notReadable(error: unknown): never {
  throw unavailable('the archive', error);
}

/** Returns the REST view of a callback's delivery. If the job has no callback, the view is empty. */
export function deliveriesView(delivery: DeliveryStatus | undefined): Deliveries {
  const { state = null, deliveries = [], nextAttemptTime = null } = delivery ?? {};
  return { state, deliveries: deliveries.map(attemptView).toReversed(), next_attempt_time: nextAttemptTime };
}

function attemptView(attempt: DeliveryAttempt): Deliveries['deliveries'][number] {
  const { status = null, latencyMs, outcome, error = null, responseExcerpt = null, ...which } = attempt;
  return {
    ...{ attempt: which.attempt, time: which.time, status, latency_ms: latencyMs, outcome },
    ...{ error, response_excerpt: responseExcerpt },
  };
}
