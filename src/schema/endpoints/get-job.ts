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

A job of another key and a job that does not exist get the same 404. For an image first ask after 30 seconds and then every 60; for a video after 60 seconds and then every 90.`,
  params: { job_id: { schema: JobId, description: 'The id that the create answered with, in any case.' } },
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
  problems: ['job_not_found'],
});
