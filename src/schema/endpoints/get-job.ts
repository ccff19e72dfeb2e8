import { z } from 'zod';
import { Job, JobId } from '../response.ts';
import { endpoint } from './endpoint.ts';
import { failedJob, finishedJob, pendingJob } from './job-examples.ts';

export const getJob = endpoint({
  method: 'get',
  path: '/jobs/{job_id}',
  operationId: 'getJob',
  tag: 'Jobs',
  window: 'job-read',
  summary: 'Read a job',
  description: `Tells how far a job of this key is: \`PENDING\`, \`PROCESSING\`, then \`SUCCESS\` with the result in \`response\`, or \`FAILED\` with the reason in \`error\`. The last two are final.

With \`wait\` the answer comes as soon as the job has ended, and otherwise when so many seconds are over, with the job as it is then. It counts once. \`HEAD\` does not wait.

A job of another key and a job that does not exist get the same 404. For an image first ask after 30 seconds and then every 60; for a video after 60 seconds and then every 90. A finished job can be read for 30 days after its resource is gone, unless the installation says otherwise.`,
  params: { job_id: { schema: JobId, description: 'The id that the create answered with, in any case.' } },
  query: {
    wait: {
      schema: z.int().min(0).max(60).default(0),
      description: 'Seconds to wait for the end of the job, from 0 to 60.',
    },
  },
  answers: {
    200: {
      description: 'The job.',
      schema: Job,
      examples: {
        success: { summary: 'Finished', value: finishedJob },
        pending: { summary: 'Not begun', value: pendingJob },
        failed: { summary: 'Failed', value: failedJob },
      },
    },
  },
  problems: ['job_not_found', 'validation_failed'],
});
