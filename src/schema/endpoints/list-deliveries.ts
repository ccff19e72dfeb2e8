import { Deliveries } from '../deliveries.ts';
import { JobId } from '../job.ts';
import { deliveredCallback, retriedCallback } from './delivery-examples.ts';
import { endpoint } from './endpoint.ts';

export const listDeliveries = endpoint({
  method: 'get',
  path: '/jobs/{job_id}/deliveries',
  operationId: 'listDeliveries',
  tag: 'Jobs',
  authentication: 'api-key',
  window: 'job-read',
  summary: 'Read the deliveries of a callback',
  description: `Returns the state of the job's callback and the last 20 attempts to deliver it, newest first. \`state\` is null if the job has no \`callback_url\`, and \`pending\` before the first attempt.`,
  params: { job_id: { schema: JobId, description: 'Id of the job, in upper or lower case.' } },
  answers: {
    200: {
      description: 'The deliveries.',
      schema: Deliveries,
      examples: {
        delivered: { summary: 'Delivered', value: deliveredCallback },
        retried: { summary: 'Failed once; a retry follows', value: retriedCallback },
        none: { summary: 'No callback', value: { state: null, deliveries: [], next_attempt_time: null } },
      },
    },
  },
  problems: ['job_not_found'],
});
