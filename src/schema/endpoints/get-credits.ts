import { z } from 'zod';
import { Credits } from '../credits.ts';
import { endpoint } from './endpoint.ts';
import { pendingJob } from './job-examples.ts';

const job_id = pendingJob.job_id;

export const getCredits = endpoint({
  method: 'get',
  path: '/credits',
  operationId: 'getCredits',
  tag: 'Credits',
  authentication: 'api-key',
  window: 'job-read',
  summary: 'Read the balance',
  description: `Returns the balance of the key's account and a page of its history, newest first. All keys of an account share one balance.

The price of a job is reserved when the job is created (\`reserve\`). If the job succeeds, the reserved credits are charged (\`settle\`). If it fails, they are released (\`release\`): a failed job costs nothing.

To get the next page, send \`next_cursor\` as \`cursor\` with a key of the same account.`,
  query: {
    limit: { schema: z.int().min(1).max(100).default(20), description: 'Number of entries per page, from 1 to 100.' },
    cursor: { schema: z.string(), description: '`next_cursor` of the previous page.' },
  },
  answers: {
    200: {
      description: 'The balance and one page of its history.',
      schema: Credits,
      examples: {
        page: {
          summary: 'One finished job and one running job',
          value: {
            ...{ granted: 100, reserved: 5, spent: 5, available: 90 },
            entries: [
              { id: '4', time: '2026-11-21T09:31:12.482Z', kind: 'reserve', amount: 5, job_id, grant_id: null },
              {
                ...{ id: '3', time: '2026-11-21T09:30:41.007Z', kind: 'settle', amount: 5 },
                ...{ job_id: '0197c2f3-11b8-7f10-8d2e-90c7ab54e6f1', grant_id: null },
              },
            ],
            next_cursor: 'Mw.q83vEjRWeJCrze8S',
          },
        },
      },
    },
  },
  problems: ['validation_failed', 'ledger_lost'],
});
