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
  window: 'job-read',
  summary: 'Read the balance',
  description: `Tells what the account of this key has, and what changed it, newest first, in pages. All keys of an account share one balance.

A create holds the price of its job (\`reserve\`). A job that succeeds is charged (\`settle\`), one that fails gets its hold back (\`release\`): a failed job costs nothing.

For the next page send \`next_cursor\` as \`cursor\`, with a key of the same account.`,
  query: {
    limit: { schema: z.int().min(1).max(100).default(20), description: 'Entries on a page, from 1 to 100.' },
    cursor: { schema: z.string(), description: 'next_cursor of the page before.' },
  },
  answers: {
    200: {
      description: 'The balance and one page of its history.',
      schema: Credits,
      examples: {
        page: {
          summary: 'One job done, one under way',
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
