import { isAuditAnnotation } from '../../domain/audit-annotation.ts';
import { sameText } from '../../domain/compact-identity.ts';
import { isOutdated } from '../../domain/job-conditions.ts';
import { archivedAnnotation, replayAnnotation, retiredAtAnnotation } from '../../domain/labels.ts';
import { hasRunBefore } from '../../domain/earlier-run.ts';
import { openRedraw } from '../../domain/redraw.ts';
import { hasOpenCallback } from '../../domain/retention.ts';
import { isTerminal } from '../../domain/terminal.ts';
import { interned } from '../../runtime/interned.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import type { ObjectMeta } from '../../objects/stored-object.ts';

/** Values that many finished jobs have in common. */
interface Common {
  spec: (one: AdJob['spec']) => AdJob['spec'];
  finalizers: (one: string[]) => string[];
  credits: (one: Credits) => Credits;
}

type Credits = NonNullable<AdJobStatus['credits']>;

/**
 * Returns the part of a job that the controller keeps in memory: all of an unfinished job and of a job that is drawn
 * again, but of another finished job only the few hundred bytes that its deletion and retention need. Finished jobs are
 * watched too, because a watch that selects jobs by phase would miss their deletion, and their files, finalizers and
 * stages left running by a crash would stay. The API cannot select objects by `deletionTimestamp`.
 */
export function keptInMemory(job: AdJob): AdJob {
  return viewOf(job, { spec: (one) => one, finalizers: (one) => one, credits: (one) => one });
}

/** Returns a function like `keptInMemory`. Its results share equal values, which takes a third less memory. */
export function createMemoryView(): (job: AdJob) => AdJob {
  const common: Common = { spec: interned(), finalizers: interned(), credits: interned() };
  return (job) => viewOf(job, common);
}

function viewOf(job: AdJob, common: Common): AdJob {
  if (isKeptWhole(job)) return job;
  const { type, accountRef, callbackUrl, ttlSecondsAfterFinished } = job.spec;
  const isOpen = hasOpenCallback(job);
  const spec = {
    ...{ type, accountRef, ...(isOpen && callbackUrl !== undefined && { callbackUrl }) },
    ...(ttlSecondsAfterFinished !== undefined && { ttlSecondsAfterFinished }),
  };
  return {
    apiVersion: job.apiVersion,
    kind: job.kind,
    metadata: keptMetadata(job.metadata, common),
    spec: common.spec(spec),
    status: keptStatus(job, isOpen, common),
  };
}

function keptStatus(job: AdJob, isOpen: boolean, common: Common): AdJobStatus {
  const { phase, jobId, completionTime } = job.status ?? {};
  return {
    ...(phase && { phase }),
    ...(jobId !== undefined && { jobId: sameText(jobId, job.metadata.name, job.metadata.uid) }),
    ...(completionTime !== undefined && { completionTime }),
    ...charge(job.status, common),
    ...(isOpen && delivery(job.status)),
    ...outdated(job),
  };
}

function isKeptWhole(job: AdJob): boolean {
  return !isTerminal(job) || hasRunBefore(job) || openRedraw(job) !== undefined;
}

const keptAnnotations = [archivedAnnotation, retiredAtAnnotation, replayAnnotation];

function keptMetadata({ annotations = {}, ...metadata }: ObjectMeta, common: Common): ObjectMeta {
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp } = metadata;
  const { deletionTimestamp, finalizers } = metadata;
  const kept = Object.entries(annotations).filter(([key]) => keptAnnotations.includes(key) || isAuditAnnotation(key));
  return {
    name,
    namespace,
    uid,
    resourceVersion,
    generation,
    creationTimestamp,
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
    ...(kept.length > 0 && { annotations: Object.fromEntries(kept) }),
    ...(finalizers && { finalizers: common.finalizers(finalizers) }),
  };
}

/**
 * Returns the fields that are needed to deliver or abandon an open callback: the delivery and the conditions. All
 * conditions are needed, because a patch replaces the whole list.
 */
function delivery({ delivery: before, conditions }: AdJobStatus = {}): AdJobStatus {
  if (before === undefined) return { ...(conditions && { conditions }) };
  const { state, nextAttemptTime, replayRequest: handled } = before;
  const kept = {
    state,
    ...(nextAttemptTime !== undefined && { nextAttemptTime }),
    ...(handled !== undefined && { replayRequest: handled }),
  };
  return { delivery: kept, ...(conditions && { conditions }) };
}

/** Returns what the job was charged, which the audit adds up. */
function charge({ phase, credits }: AdJobStatus = {}, common: Common): AdJobStatus {
  return phase === 'SUCCESS' && credits !== undefined ? { credits: common.credits(credits) } : {};
}

/** Returns the fields that are needed to bring an outdated status up to date. */
function outdated(job: AdJob): AdJobStatus {
  const { observedGeneration, conditions = [] } = job.status ?? {};
  return observedGeneration !== undefined && isOutdated(job) ? { observedGeneration, conditions } : {};
}
