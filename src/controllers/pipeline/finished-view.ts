import { isTerminal } from '../../domain/terminal.ts';
import type { AdJob } from '../../schema/adjob.ts';

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
  const { name, namespace, uid, resourceVersion, generation, creationTimestamp } = job.metadata;
  const { deletionTimestamp, finalizers } = job.metadata;
  const { type, accountRef } = job.spec;
  const { phase, jobId } = job.status ?? {};
  return {
    apiVersion: job.apiVersion,
    kind: job.kind,
    metadata: {
      name,
      namespace,
      uid,
      resourceVersion,
      generation,
      creationTimestamp,
      ...(deletionTimestamp !== undefined && { deletionTimestamp }),
      ...(finalizers && { finalizers }),
    },
    spec: { type, accountRef },
    status: { ...(phase && { phase }), ...(jobId !== undefined && { jobId }) },
  };
}
