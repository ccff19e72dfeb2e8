import { expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../test/support/pipeline/build-job.ts';
import type { DeliveryStatus } from '../schema/adjob.ts';
import {
  afterAttempt,
  afterReplay,
  dueMs,
  replayRequest,
  retryDelaysMs,
  unsent,
  waitMs,
  type AttemptResult,
} from './delivery.ts';
import { replayAnnotation } from './labels.ts';

const startedAt = new Date('2026-01-01T00:00:00Z');
const now = new Date('2026-01-01T00:00:01.250Z');
const failed: AttemptResult = { outcome: 'failed', latencyMs: 7, status: 500 };
const fixed = { startedAt, now, random: 0.5 };

/** Returns the delivery after this number of failed attempts, each made when it was due. */
function afterFailures(count: number, before: DeliveryStatus = unsent): DeliveryStatus {
  let delivery = before;
  for (let n = 0; n < count; n += 1) {
    const due = new Date(Math.max(dueMs(delivery), startedAt.getTime()));
    delivery = afterAttempt(delivery, failed, { startedAt: due, now: due, random: 0.5 });
  }
  return delivery;
}

test('a callback that was not tried is due at once', () => {
  expect(dueMs(unsent)).toBe(0);
});

test('a delivered callback has a final state and lists the attempt without the delay of Retry-After', () => {
  const result: AttemptResult = {
    outcome: 'delivered',
    status: 204,
    latencyMs: 12,
    responseExcerpt: 'ok',
    retryAfterMs: 5,
  };
  expect(afterAttempt(unsent, result, fixed)).toEqual({
    state: 'delivered',
    attempts: 1,
    deliveries: [
      {
        attempt: 1,
        time: '2026-01-01T00:00:00Z',
        outcome: 'delivered',
        status: 204,
        latencyMs: 12,
        responseExcerpt: 'ok',
      },
    ],
  });
});

test('a receiver that answers 410 ends the delivery as gone', () => {
  expect(afterAttempt(unsent, { outcome: 'gone', status: 410, latencyMs: 1 }, fixed)).toMatchObject({ state: 'gone' });
});

test('ten attempts are made: at once, then after 5 s, 5 min, 30 min and up to 24 h', () => {
  const waits: number[] = [];
  let delivery = unsent;
  for (let n = 1; n <= 9; n += 1) {
    const at = new Date(Math.max(dueMs(delivery), startedAt.getTime()));
    delivery = afterAttempt(delivery, failed, { startedAt: at, now: at, random: 0.5 });
    expect(delivery.state).toBe('pending');
    waits.push(dueMs(delivery) - at.getTime());
  }
  expect(waits).toEqual(retryDelaysMs);
  expect(afterFailures(10)).toMatchObject({ state: 'gave_up', attempts: 10 });
  expect(afterFailures(10)).not.toHaveProperty('nextAttemptTime');
});

test.each([
  [0, '2026-01-01T00:00:06Z'],
  [1, '2026-01-01T00:00:07Z'],
])('with the random number %p, the second attempt is due at %s', (random, due) => {
  expect(afterAttempt(unsent, failed, { ...fixed, random }).nextAttemptTime).toBe(due);
});

test.each([
  ['a longer Retry-After than the delay is honoured', 60_000, '2026-01-01T00:01:02Z'],
  ['a shorter Retry-After than the delay changes nothing', 1_000, '2026-01-01T00:00:07Z'],
  ['Retry-After is honoured up to a day', 400 * 86_400_000, '2026-01-02T00:00:02Z'],
])('%s', (_, retryAfterMs, due) => {
  expect(afterAttempt(unsent, { ...failed, retryAfterMs }, fixed).nextAttemptTime).toBe(due);
});

test('only the last 20 attempts are listed', () => {
  let delivery = afterFailures(10);
  for (const request of ['a', 'b']) delivery = afterFailures(10, afterReplay(delivery, request, now));
  expect(delivery.attempts).toBe(30);
  expect(delivery.deliveries?.map(({ attempt }) => attempt)).toEqual(Array.from({ length: 20 }, (_, n) => n + 11));
});

test('a replay of an open delivery makes the next attempt due at once and resets nothing', () => {
  const open = afterFailures(3);
  const replayed = afterReplay(open, 'r1', now);
  expect(dueMs(replayed)).toBe(0);
  expect(replayed).toMatchObject({
    state: 'pending',
    attempts: 3,
    replays: ['2026-01-01T00:00:01Z'],
    replayRequest: 'r1',
  });
  expect(afterFailures(7, replayed)).toMatchObject({ state: 'gave_up', attempts: 10 });
});

test.each(['delivered', 'gone', 'gave_up'] as const)(
  'a replay of a callback that is %s starts ten new attempts',
  (state) => {
    const replayed = afterReplay({ ...afterFailures(4), state }, 'r1', now);
    expect(replayed).toMatchObject({ state: 'pending', attempts: 4, attemptsBeforeReplay: 4 });
    expect(afterFailures(9, replayed).state).toBe('pending');
    expect(afterFailures(10, replayed)).toMatchObject({ state: 'gave_up', attempts: 14 });
  },
);

test('only the last 10 replays are listed', () => {
  let delivery = afterFailures(1);
  for (let n = 0; n < 12; n += 1) delivery = afterReplay(delivery, `r${n}`, new Date(now.getTime() + n * 60_000));
  expect(delivery.replays).toHaveLength(10);
  expect(delivery.replays?.[0]).toBe('2026-01-01T00:02:01Z');
});

test('a replay annotation on a job without a callback requests nothing', () => {
  const metadata = { annotations: { [replayAnnotation]: 'now' } };
  expect(replayRequest(buildJob({ metadata, spec: imageSpec() }))).toBeUndefined();
  expect(replayRequest(buildJob({ metadata, spec: imageSpec({ callbackUrl: 'https://a.example/' }) }))).toBe('now');
});

test('a long replay request is cut between characters, because the API server would not store half of one', () => {
  const metadata = { annotations: { [replayAnnotation]: `${'a'.repeat(252)}😀` } };
  const job = buildJob({ metadata, spec: imageSpec({ callbackUrl: 'https://a.example/' }) });
  expect(replayRequest(job)).toBe('a'.repeat(252));
});

test('a next attempt beyond the longest delay is due at once', () => {
  const wait = (nextAttemptTime: string) => waitMs({ state: 'pending', nextAttemptTime }, now);
  expect(wait('2026-01-02T04:00:00Z')).toBeGreaterThan(0);
  expect(wait('2027-01-01T00:00:00Z')).toBe(0);
});
