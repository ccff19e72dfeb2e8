import { archivedAnnotation, retiredAtAnnotation } from '../../domain/labels.ts';
import { isCallbackClosed } from '../../domain/retention.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import type { ObjectMeta } from '../../store/port.ts';

/**
 * Returns the part of a job that the controller keeps in memory: all of an open job; of a finished job only what its deletion
 * needs, a few hundred bytes.
 *
 * Finished jobs are watched too. With a selector on the phase, the controller would miss the deletion of a finished job, so
 * its files and its finalizer would stay, and a stage that outlived a crash between the last status write and its stop. The
 * API has no selector on `deletionTimestamp`.
 */
export function keptInMemory(job: AdJob): AdJob {
  if (!isTerminal(job)) return job;
  const { type, accountRef, callbackUrl } = job.spec;
  const { phase, jobId } = job.status ?? {};
  const isOpen = !isCallbackClosed(callbackUrl, job.status?.delivery);
  return {
    apiVersion: job.apiVersion,
    kind: job.kind,
    metadata: keptMetadata(job.metadata),
    spec: { type, accountRef, ...(isOpen && callbackUrl !== undefined && { callbackUrl }) },
    status: { ...(phase && { phase }), ...(jobId !== undefined && { jobId }), ...(isOpen && delivery(job.status)) },
  };
}

function keptMetadata({ annotations = {}, ...metadata }: ObjectMeta): ObjectMeta {
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp } = metadata;
  const { deletionTimestamp, finalizers } = metadata;
  const kept = Object.entries(annotations).filter(([key]) => key === archivedAnnotation || key === retiredAtAnnotation);
  return {
    name,
    namespace,
    uid,
    resourceVersion,
    generation,
    creationTimestamp,
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
    ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }),
    ...(finalizers && { finalizers }),
  };
}

/** Returns what an open callback needs to be abandoned: the delivery, and the list of conditions, which a patch replaces. */
function delivery({ delivery: before, conditions }: AdJobStatus = {}): AdJobStatus {
  if (before === undefined) return { ...(conditions && { conditions }) };
  const { state, nextAttemptTime } = before;
  const kept = { state, ...(nextAttemptTime !== undefined && { nextAttemptTime }) };
  return { delivery: kept, ...(conditions && { conditions }) };
}
