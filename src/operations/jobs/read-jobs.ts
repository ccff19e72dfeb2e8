import { z } from 'zod';
import { adJobKind } from '../../domain/kinds.ts';
import { JobPhase, jobPhases, JobType } from '../../schema/adjob.ts';
import { defineOperation, type Needs } from '../operation.ts';
import { adJobs } from '../resource.ts';
import { notFound } from '../write-object.ts';
import { defineJobOperation } from './job-operation.ts';
import { newestJobs } from './store-jobs.ts';

export const listJobs = defineOperation({
  name: 'job.list',
  summary: 'List jobs, newest first.',
  input: z.object({
    namespace: z.string(),
    limit: z.int().min(1).max(100_000),
    account: z.string().exactOptional(),
    status: JobPhase.exactOptional(),
    type: JobType.exactOptional(),
  }),
  right: { role: 'viewer', owner: true, key: true },
  effect: 'reads',
  run: async ({ namespace, limit, ...filter }, { store }: Needs<'store'>, { actor }) => {
    const jobs = await newestJobs(store, namespace, {
      limit,
      ...(filter.status && { fieldSelector: inPhase(filter.status) }),
      isWanted: (job) => {
        const [{ accountRef, type }, phase] = [job.spec, job.status?.phase ?? 'PENDING'];
        const isMatch = (filter.account ?? accountRef.name) === accountRef.name && (filter.type ?? type) === type;
        return isMatch && (filter.status ?? phase) === phase && adJobs.isSeen(actor, job);
      },
    });
    return { kind: 'done' as const, jobs };
  },
});

/**
 * Returns a field selector of the jobs in a phase, so that the API server sends no others. An AdJob without status is
 * PENDING, so the phase itself cannot be selected.
 */
function inPhase(phase: JobPhase): string {
  return jobPhases
    .filter((other) => other !== phase)
    .map((other) => `status.phase!=${other}`)
    .join(',');
}

/** In the outcome, `object` is undefined if the job has no AdJob. */
export const showJob = defineJobOperation({
  name: 'job.show',
  summary: 'Show a job with its progress and result.',
  right: { role: 'viewer', owner: true, key: true },
  effect: 'reads',
  run: async (job, { store }: Needs<'store'>) => {
    if (job.kind !== 'resource') return { kind: 'done' as const, job, object: undefined };
    const { namespace, name, uid } = job;
    const object = job.object ?? (await store.get(adJobKind, { namespace, name }));
    return object?.metadata.uid === uid ? { kind: 'done' as const, job, object } : notFound;
  },
});
