import { z } from 'zod';
import { defineOperation, type By, type Needs, type Operation } from '../operation.ts';
import { notFound } from '../write-object.ts';
import { findJob, type FoundJob } from './found-job.ts';

const JobInput = z.object({ jobId: z.string() });

type JobOperation<Deps, O extends { kind: string }> = Omit<Operation<typeof JobInput, Deps, O>, 'input' | 'run'> & {
  run(job: FoundJob, deps: Deps, by: By): Promise<O>;
};

/** Defines an operation on one job. Its `run` gets the job, if the actor may see it. */
export function defineJobOperation<Deps, O extends { kind: string }>(operation: JobOperation<Deps, O>) {
  return defineOperation({
    ...operation,
    input: JobInput,
    run: async ({ jobId }, deps: Deps & Needs<'jobs'>, by) => {
      const job = await findJob(jobId, deps.jobs, by.actor);
      return job === undefined ? notFound : operation.run(job, deps, by);
    },
  });
}
