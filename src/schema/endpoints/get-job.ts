import { adTypes } from '#ad-types';
import { z } from 'zod';
import { Job, JobId } from '../job.ts';
import { endpoint } from './endpoint.ts';
import { failedJob, finishedJob, pendingJob } from './job-examples.ts';

const polling = adTypes.map(
  ({ noun, polling: { firstSeconds, everySeconds } }) =>
    `for ${noun}, after ${firstSeconds} seconds and then every ${everySeconds} seconds`,
);

export const getJob = endpoint({
  method: 'get',
  path: '/jobs/{job_id}',
  operationId: 'getJob',
  tag: 'Jobs',
  authentication: 'api-key',
  window: 'job-read',
  summary: 'Read a job',
  description: `Returns a job of this key. Its status is \`PENDING\`, then \`PROCESSING\`, then \`SUCCESS\` with the result in \`response\`, or \`FAILED\` with the reason in \`error\`. \`SUCCESS\` and \`FAILED\` are final.

With \`wait\`, the response is sent when the job ends, at the latest after the given number of seconds. The request counts once against the rate limit. \`HEAD\` does not wait.

A job of another key and a job that does not exist get the same 404. Recommended polling: ${polling.join('; ')}. A finished job can be read for 30 days after its AdJob is deleted, unless the installation sets another time.`,
  params: { job_id: { schema: JobId, description: 'Id of the job, in upper or lower case.' } },
  query: {
    wait: {
      schema: z.int().min(0).max(60).default(0),
      description: 'Maximum number of seconds to wait for the end of the job, from 0 to 60.',
    },
  },
  answers: {
    200: {
      description: 'The job.',
      schema: Job,
      examples: {
        success: { summary: 'Finished', value: finishedJob },
        pending: { summary: 'Not started', value: pendingJob },
        failed: { summary: 'Failed', value: failedJob },
      },
    },
  },
  problems: ['job_not_found', 'validation_failed'],
});
