import { adTypes } from '#ad-types';
import { z } from 'zod';
import type { AdType } from '../../ads/ad-type.ts';
import { camelName } from '../camel.ts';
import { DryRun } from '../credits.ts';
import { CreatedJob } from '../job.ts';
import type { Endpoint, EndpointAnswer, Parameter } from './endpoint.ts';
import { pendingJob } from './job-examples.ts';

const headers: Record<string, Parameter> = {
  'Idempotency-Key': {
    schema: z.string().regex(/^[\x21-\x7e]{1,255}$/),
    description:
      '1 to 255 visible ASCII characters, used verbatim. For 24 hours, a request with the same key and the same JSON value (the order of its members does not matter) gets the same response and creates no second job. A request with the same key and another JSON value gets 422.',
  },
};

const query: Record<string, Parameter> = {
  dry_run: {
    schema: z.enum(['true', 'false']).default('false'),
    description:
      'true: validate the request and return its price without creating a job. The request counts against the rate limit.',
  },
};

function answersOf({ name: type, prices }: AdType): Record<number, EndpointAnswer> {
  const [price] = Object.values(prices);
  const credits = { required: price?.credits ?? 0, available: 100, sufficient: true };
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

/** The endpoints that create ads, by type of ad. */
export const creates: ReadonlyMap<AdType, Endpoint<'api-key'>> = new Map(adTypes.map((type) => [type, create(type)]));

function create(type: AdType): Endpoint<'api-key'> {
  return {
    method: 'post',
    path: `/create_${type.name}_async`,
    operationId: camelName(`create_${type.name}`),
    tag: 'Ads',
    authentication: 'api-key',
    window: type.window.name,
    headers,
    query,
    body: type.request,
    ...type.endpoint,
    answers: answersOf(type),
    problems: ['insufficient_credits', 'idempotency_key_reused', 'ledger_lost'],
  };
}
