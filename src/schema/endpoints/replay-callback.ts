import { Deliveries } from '../deliveries.ts';
import { JobId } from '../job.ts';
import { replayedCallback } from './delivery-examples.ts';
import { endpoint } from './endpoint.ts';

export const replayCallback = endpoint({
  method: 'post',
  path: '/jobs/{job_id}/deliveries/replay',
  operationId: 'replayCallback',
  tag: 'Jobs',
  authentication: 'api-key',
  window: 'job-read',
  summary: 'Send a callback again',
  description: `Sends the callback of a finished job again, with the same \`webhook-id\` and body. While attempts are still to come, the next attempt is made at once and their number does not change. After a delivery has ended, up to ten new attempts begin. A job can be replayed 10 times an hour; then the response is 429 with \`Retry-After\`. No body is required.`,
  params: { job_id: { schema: JobId, description: 'Id of the job, in upper or lower case.' } },
  answers: {
    202: {
      description: 'The callback is sent again.',
      schema: Deliveries,
      examples: { replayed: { summary: 'Replayed after its delivery', value: replayedCallback } },
    },
  },
  problems: ['job_not_found', 'no_callback', 'job_not_finished', 'job_archived'],
});
