import { archivedAnnotation, retiredAtAnnotation } from '../../domain/labels.ts';
import { isCallbackClosed } from '../../domain/retention.ts';
import { isTerminal } from '../../domain/terminal.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import type { ObjectMeta } from '../../store/port.ts';

/**
 * What the controller keeps of a job in memory: all of one that goes on, of a finished one only what its deletion needs.
 *
 * Finished jobs are watched too. A selector on the phase would hide that one of them is deleted, and its files and
 * finalizer would stay for ever; it would also hide a stage that outlived a crash between the last status write and its
 * stop. Nothing in the API selects by `deletionTimestamp`. So all jobs are watched, and finished ones cost a few hundred
 * bytes each.
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

/** Of a callback that is still to be delivered: what is written when it is abandoned, with the list that it replaces. */
function delivery({ delivery: before, conditions }: AdJobStatus = {}): AdJobStatus {
  if (before === undefined) return { ...(conditions && { conditions }) };
  const { state, nextAttemptTime } = before;
  const kept = { state, ...(nextAttemptTime !== undefined && { nextAttemptTime }) };
  return { delivery: kept, ...(conditions && { conditions }) };
}
