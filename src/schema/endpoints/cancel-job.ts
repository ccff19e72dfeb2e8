import { Job, JobId } from '../job.ts';
import { endpoint } from './endpoint.ts';
import { pendingJob } from './job-examples.ts';

export const cancelJob = endpoint({
  method: 'post',
  path: '/jobs/{job_id}/cancel',
  operationId: 'cancelJob',
  tag: 'Jobs',
  authentication: 'api-key',
  window: 'job-read',
  summary: 'Cancel a job',
  description: `Requests the cancellation of an unfinished job. Its stages are stopped, and it ends as \`FAILED\` with \`[cancelled]\`. A cancelled job costs nothing. The response contains the current state of the job. A job that ends at the same moment can still succeed. Repeated requests have no further effect. No body is required.`,
  params: { job_id: { schema: JobId, description: 'Id of the job, in upper or lower case.' } },
  answers: {
    202: {
      description: 'The cancellation was requested.',
      schema: Job,
      examples: { pending: { summary: 'Cancelled before its first stage', value: pendingJob } },
    },
  },
  problems: ['job_not_found', 'job_finished'],
});
