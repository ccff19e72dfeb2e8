import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import pLimit from 'p-limit';
import type { AdJobStatus } from '../../src/schema/adjob.ts';
import { deliveryStates } from '../../src/schema/adjob.ts';
import { happenings, worldAfter } from '../support/pipeline/pipeline-happenings.ts';
import { imageSpec } from '../support/pipeline/build-job.ts';
import { Lab } from './support/lab.ts';

let lab: Lab;
beforeAll(async () => {
  lab = await Lab.open('status');
  await lab.create('adjobs', 'AdJob', { name: 'one', spec: imageSpec() });
});
afterAll(() => lab.close());

const inParallel = pLimit(8);

/**
 * Writes the status as a dry run. Returns the status as the API server would store it, or the message of its refusal.
 */
async function written(status: AdJobStatus): Promise<unknown> {
  const path = lab.path('adjobs', '/one/status?dryRun=All&fieldValidation=Strict');
  const answer = await lab.api.send('PATCH', path, { body: { status } });
  return answer.status === 200 ? answer.body['status'] : answer.body['message'];
}

/** Default of the CRD: no controller has seen the object yet. */
const unobserved = { observedGeneration: -1 };

/** Returns what the API server stores of a merge patch: without the members that are null, also those within lists. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  const held = Object.entries(value).filter(([, inner]: [string, unknown]) => inner !== null && inner !== undefined);
  return Object.fromEntries(held.map(([name, inner]: [string, unknown]) => [name, withoutNulls(inner)]));
}

test('the API server stores the status of a job completely after any sequence of events', async () => {
  const lists = fc.sample(happenings, { seed: 20_261_101, numRuns: 1_000 });
  const statuses = new Map(
    lists.flatMap((list) => {
      const { status } = worldAfter(list).job;
      return status === undefined ? [] : [[JSON.stringify(status), status] as const];
    }),
  );
  expect(statuses.size).toBeGreaterThan(80);
  const pairs = [...statuses.values()].map((status) =>
    inParallel(async () => ({ sent: withoutNulls(status), kept: await written(status) })),
  );
  for (const { sent, kept } of await Promise.all(pairs)) expect(kept).toEqual(sent);
});

const time = '2026-11-01T12:00:00Z';
const attempt = { attempt: 1, time, status: 503, latencyMs: 12, outcome: 'failed', error: 'http_status' } as const;
const condition = { status: 'True', reason: 'Admitted', message: '', lastTransitionTime: time } as const;

describe('extreme statuses', () => {
  test.each<[string, AdJobStatus]>([
    ...deliveryStates.map((state): [string, AdJobStatus] => [
      `a callback that is ${state}`,
      {
        delivery: {
          state,
          attempts: 21,
          deliveries: Array.from({ length: 20 }, (_, index) => ({
            ...attempt,
            attempt: index + 2,
            responseExcerpt: 'ü'.repeat(1_024),
          })),
          nextAttemptTime: time,
        },
      },
    ]),
    [
      'a callback without an answer',
      { delivery: { state: 'pending', deliveries: [{ attempt: 1, time, latencyMs: 15_000, outcome: 'failed' }] } },
    ],
    [
      'conditions of other controllers',
      {
        conditions: [
          { ...condition, type: 'example.com/Seen' },
          { ...condition, type: 'Admitted', observedGeneration: 3 },
        ],
      },
    ],
    [
      'a response of 64 KiB with unusual keys and nulls',
      { response: { notes: ['ü'.repeat(32_000)], a_b: { C: [null, { d: null }], '': 1.5, $e: false } } },
    ],
    ['a long error', { error: '𝒶'.repeat(8_192) }],
  ])('the API server stores a status with %s completely', async (_, status) => {
    expect(await written(status)).toEqual(withoutNulls({ ...unobserved, ...status }));
  });
});
