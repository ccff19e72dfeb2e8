import { z } from 'zod';
import { DryRun } from '../credits.ts';
import { CreatedJob } from '../response.ts';
import type { EndpointAnswer, Parameter } from './endpoint.ts';
import { pendingJob } from './job-examples.ts';

/** Request headers that both creates take. */
export const createHeaders: Record<string, Parameter> = {
  'Idempotency-Key': {
    schema: z.string().regex(/^[\x21-\x7e]{1,255}$/),
    description:
      '1 to 255 visible ASCII characters, taken as they are. For 24 hours the same key and the same JSON value (in whatever order its keys are) get the same answer and make no second job; another value is a 422.',
  },
};

/** Query parameters that both creates take. */
export const createQuery: Record<string, Parameter> = {
  dry_run: {
    schema: z.enum(['true', 'false']).default('false'),
    description: 'true: judge the request and tell its price; nothing is made. It counts in the window all the same.',
  },
};

/** What both creates answer. */
export function createAnswers(type: 'image_ad' | 'video_ad', price: number): Record<number, EndpointAnswer> {
  const credits = { required: price, available: 100, sufficient: true };
  return {
    200: {
      description: 'With `dry_run=true`: the request is valid.',
      schema: DryRun,
      examples: { judged: { summary: 'Valid, and there are credits', value: { valid: true, type, credits } } },
    },
    202: {
      description: 'The job was accepted, now or with the same Idempotency-Key before.',
      schema: CreatedJob,
      headers: {
        Location: 'Where the job is read: the base path and /jobs/{job_id}.',
        'Idempotency-Replayed': '`true` where the job was accepted before; else absent.',
      },
      examples: { accepted: { summary: 'Accepted', value: { job_id: pendingJob.job_id, type } } },
    },
  };
}

/** What both creates are refused with, beside what follows from key and body. */
export const createProblems = ['insufficient_credits', 'idempotency_key_reused', 'ledger_lost'] as const;
