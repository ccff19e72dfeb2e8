import { expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../test/support/pipeline/build-job.ts';
import type { AdJob, DeliveryStatus } from '../schema/adjob.ts';
import { afterReplay, deliveryOf } from './delivery.ts';
import { archivedAnnotation, replayAnnotation } from './labels.ts';
import { decideReplay, replaysPerHour } from './replay.ts';

const callbackUrl = 'https://hooks.example.com/ads';
const start = new Date('2026-11-01T12:00:00Z');
const delivered: DeliveryStatus = { state: 'delivered', attempts: 1 };

function finished(delivery: DeliveryStatus = delivered, annotations: Record<string, string> = {}): AdJob {
  return buildJob({
    spec: imageSpec({ callbackUrl }),
    status: { phase: 'SUCCESS', delivery },
    metadata: { annotations },
  });
}

function after(seconds: number): Date {
  return new Date(start.getTime() + seconds * 1_000);
}

test.each([
  ['without a callback', buildJob({ status: { phase: 'SUCCESS' } }), 'no_callback'],
  ['that runs', buildJob({ spec: imageSpec({ callbackUrl }), status: { phase: 'PROCESSING' } }), 'job_not_finished'],
  ['that is archived', finished(delivered, { [archivedAnnotation]: 'true' }), 'job_archived'],
])('refuses to replay a job %s', (_, job, code) => {
  expect(decideReplay(job, start)).toEqual({ kind: 'refused', code });
});

test('the request is the time of the replay', () => {
  expect(decideReplay(finished(), start)).toEqual({ kind: 'allowed', annotation: '2026-11-01T12:00:00.000Z' });
});

/**
 * Requests replays at these times, in seconds. If `isHandled` is true, the controller handles each request at once;
 * otherwise, it handles none.
 */
function ask(times: number[], isHandled: boolean): { job: AdJob; allowed: number } {
  let job = finished();
  let allowed = 0;
  for (const seconds of times) {
    const decision = decideReplay(job, after(seconds));
    if (decision.kind !== 'allowed') continue;
    allowed += 1;
    const delivery = isHandled ? afterReplay(delivered, decision.annotation, after(seconds)) : delivered;
    const replays = [...(job.status?.delivery?.replays ?? []), ...(delivery.replays ?? [])];
    job = finished({ ...delivery, ...(isHandled && { replays }) }, { [replayAnnotation]: decision.annotation });
  }
  return { job, allowed };
}

test.each([
  ['handles each request at once', true],
  ['handles no request', false],
])('allows ten replays an hour while the controller %s', (_, isHandled) => {
  const { job, allowed } = ask(
    Array.from({ length: 25 }, (__, n) => n * 60),
    isHandled,
  );
  expect(allowed).toBe(replaysPerHour);
  expect(decideReplay(job, after(1_500))).toEqual({ kind: 'limited', retryAfterSeconds: 2_100 });
  expect(decideReplay(job, after(3_599.5))).toEqual({ kind: 'limited', retryAfterSeconds: 1 });
  expect(decideReplay(job, after(3_600)).kind).toBe('allowed');
});

test('the annotation stays short, and each request changes it', () => {
  let job = finished();
  for (let n = 0; n < 30; n += 1) {
    const decision = decideReplay(job, after(n * 400));
    if (decision.kind !== 'allowed') throw new Error('limited');
    expect(decision.annotation.length).toBeLessThan(253);
    expect(decision.annotation).not.toBe(job.metadata.annotations?.[replayAnnotation]);
    job = finished(delivered, { [replayAnnotation]: decision.annotation });
  }
});

test('a replay that somebody requested with kubectl counts once', () => {
  const decision = decideReplay(finished(delivered, { [replayAnnotation]: 'please' }), start);
  expect(decision).toEqual({ kind: 'allowed', annotation: '2026-11-01T12:00:00.000Z,2026-11-01T12:00:00.000Z' });
});

test.each<[string, (times: string[]) => AdJob]>([
  ['handled', (replays) => finished({ ...delivered, replays })],
  ['requested', (times) => finished(delivered, { [replayAnnotation]: times.join(',') })],
])('replays that were %s by a clock that was ahead by more than a minute do not count', (_, jobWith) => {
  const tenAt = (time: string) => Array.from({ length: 10 }, (__, n) => time.replace('00.', `0${n}.`));
  expect(decideReplay(jobWith(tenAt('2026-11-01T12:01:00.001Z')), start).kind).toBe('allowed');
  expect(decideReplay(jobWith(tenAt('2026-11-08T12:00:00.000Z')), start).kind).toBe('allowed');
  expect(decideReplay(jobWith(tenAt('2026-11-01T12:00:00.000Z')), start)).toMatchObject({ kind: 'limited' });
});

test('a replay within the skew of two clocks delays another one by an hour at most', () => {
  const replays = Array.from({ length: 10 }, () => '2026-11-01T12:00:30Z');
  expect(decideReplay(finished({ ...delivered, replays }), start)).toEqual({
    kind: 'limited',
    retryAfterSeconds: 3_600,
  });
});

test('the delivery of a job includes a replay that was not handled yet', () => {
  expect(deliveryOf(finished(delivered, { [replayAnnotation]: 'a,b' }), start)).toMatchObject({
    state: 'pending',
    replays: ['2026-11-01T12:00:00Z', '2026-11-01T12:00:00Z'],
  });
  expect(deliveryOf(buildJob(), start)).toBeUndefined();
});
