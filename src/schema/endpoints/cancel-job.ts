import { Job, JobId } from '../response.ts';
import { endpoint } from './endpoint.ts';
import { pendingJob } from './job-examples.ts';

export const cancelJob = endpoint({
  method: 'post',
  path: '/jobs/{job_id}/cancel',
  operationId: 'cancelJob',
  tag: 'Jobs',
  window: 'job-read',
  summary: 'Cancel a job',
  description: `Asks a job that is not finished to end. Its stages are stopped and it ends as \`FAILED\` with \`[cancelled]\`, which costs nothing. The answer tells how far the job is now; a job that ends in the same moment may still succeed. Asking again changes nothing. No body is needed.`,
  params: { job_id: { schema: JobId, description: 'The id that the create answered with, in any case.' } },
  answers: {
    202: {
      description: 'The job was asked to end.',
      schema: Job,
      examples: { pending: { summary: 'Asked before it began', value: pendingJob } },
    },
  },
  problems: ['job_not_found', 'job_finished'],
});
