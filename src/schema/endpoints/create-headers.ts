import { z } from 'zod';
import { DryRun } from '../credits.ts';
import { CreatedJob } from '../response.ts';
import type { EndpointAnswer, Parameter } from './endpoint.ts';
import { pendingJob } from './job-examples.ts';

export const createHeaders: Record<string, Parameter> = {
  'Idempotency-Key': {
    schema: z.string().regex(/^[\x21-\x7e]{1,255}$/),
    description:
      '1 to 255 visible ASCII characters, used verbatim. For 24 hours, a request with the same key and the same JSON value (the order of its members does not matter) gets the same response and creates no second job. A request with the same key and another JSON value gets 422.',
  },
};

export const createQuery: Record<string, Parameter> = {
  dry_run: {
    schema: z.enum(['true', 'false']).default('false'),
    description:
      'true: validate the request and return its price without creating a job. The request counts against the rate limit.',
  },
};

export function createAnswers(type: 'image_ad' | 'video_ad', price: number): Record<number, EndpointAnswer> {
  const credits = { required: price, available: 100, sufficient: true };
  return {
    200: {
      description: 'With `dry_run=true`: the request is valid.',
      schema: DryRun,
      examples: { judged: { summary: 'Valid, with enough credits', value: { valid: true, type, credits } } },
    },
    202: {
      description: 'The job was accepted, by this request or by an earlier request with the same Idempotency-Key.',
      schema: CreatedJob,
      headers: {
        Location: 'Path of the job: the base path followed by /jobs/{job_id}.',
        'Idempotency-Replayed': '`true` if an earlier request created the job; otherwise absent.',
      },
      examples: { accepted: { summary: 'Accepted', value: { job_id: pendingJob.job_id, type } } },
    },
  };
}

export const createProblems = ['insufficient_credits', 'idempotency_key_reused', 'ledger_lost'] as const;
