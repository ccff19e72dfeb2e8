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
  archive: Pick<Archive, 'get'>;
  clock: Pick<Clock, 'now'>;
}

/**
 * Returns the deliveries of a job, from its AdJob or, once the job is archived, from its record. Returns undefined if
 * the job was erased after it was found.
 */
export async function deliveriesOf(job: FoundJob, sources: DeliverySources): Promise<Deliveries | undefined> {
  if (job.kind === 'archive') return deliveriesView(recordedDelivery(job.record));
  if (job.kind === 'intent') return deliveriesView(job.hasCallback ? unsent : undefined);
  const object = await sources.store.get(adJobKind, { namespace: job.namespace, name: job.name });
  const isHere = object?.metadata.uid === job.uid && object.metadata.deletionTimestamp === undefined;
  if (isHere && object.metadata.annotations?.[archivedAnnotation] !== 'true') {
    return deliveriesView(deliveryOf(object, sources.clock.now()));
  }
  const record = await recordOf(job.jobId, sources);
  return record && deliveriesView(recordedDelivery(record));
}

/** Returns the archive record of a job. Throws an error that becomes a 503 if the archive cannot be read. */
export async function recordOf(jobId: string, { archive }: Pick<DeliverySources, 'archive'>) {
  return archive.get(jobId).catch((error: unknown) => {
    throw unavailable('the archive', error);
  });
}

function recordedDelivery({ callbackUrl, delivery = unsent }: ArchivedJob): DeliveryStatus | undefined {
  return callbackUrl === undefined ? undefined : delivery;
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
