import { describe, expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../test/support/pipeline/build-job.ts';
import type { AdJobStatus } from '../schema/adjob.ts';
import { deliveryStates } from '../schema/adjob.ts';
import { replayAnnotation } from './labels.ts';
import { dueMsOf, hasOpenCallback, isArchivable, isCallbackClosed } from './retention.ts';

const url = 'https://a.example/hook';
const ended: AdJobStatus = { phase: 'FAILED', error: 'No. [refused]', completionTime: '2026-11-01T12:01:00Z' };

test('isCallbackClosed is true without a callback and after the end of its delivery', () => {
  expect(isCallbackClosed(undefined, undefined)).toBe(true);
  expect(isCallbackClosed(url, undefined)).toBe(false);
  const closed = deliveryStates.filter((state) => isCallbackClosed(url, { state }));
  expect(closed).toEqual(['delivered', 'gave_up', 'gone', 'abandoned']);
});

describe('dueMsOf', () => {
  test.each<[string, number | undefined, AdJobStatus, string]>([
    ['the TTL of the installation after the end', undefined, ended, '2026-11-02T12:01:00Z'],
    ['the TTL of the job after the end', 60, ended, '2026-11-01T12:02:00Z'],
    ['the end itself for a TTL of zero', 0, ended, '2026-11-01T12:01:00Z'],
    ['the TTL after the creation if the end is unknown', 60, { phase: 'FAILED' }, '2026-11-01T12:01:00Z'],
  ])('dueMsOf returns %s', (_, ttlSecondsAfterFinished, status, want) => {
    const spec = imageSpec(ttlSecondsAfterFinished === undefined ? {} : { ttlSecondsAfterFinished });
    expect(dueMsOf(buildJob({ spec, status }), 86_400)).toBe(Date.parse(want));
  });
});

test.each<[string, Parameters<typeof buildJob>[0], boolean]>([
  ['a finished job', { status: ended }, true],
  ['a running job', { status: { phase: 'PROCESSING' } }, false],
  ['a job without a status', {}, false],
  ['a deleted job', { status: ended, metadata: { deletionTimestamp: '2026-11-01T13:00:00Z' } }, false],
])('isArchivable of %s is right', (_, change, want) => {
  expect(isArchivable(buildJob(change))).toBe(want);
});

const replay = { annotations: { [replayAnnotation]: '1' } };
test.each<[string, Parameters<typeof buildJob>[0], boolean]>([
  ['no callback', { spec: imageSpec(), status: ended, metadata: replay }, false],
  ['a callback that was not sent', { status: ended }, true],
  ['a pending callback', { status: { ...ended, delivery: { state: 'pending' } } }, true],
  ['a callback that was given up', { status: { ...ended, delivery: { state: 'gave_up' } } }, false],
  [
    'a delivered callback that is to be replayed',
    { status: { ...ended, delivery: { state: 'delivered' } }, metadata: replay },
    true,
  ],
  [
    'a delivered callback that was replayed',
    { status: { ...ended, delivery: { state: 'delivered', replayRequest: '1' } }, metadata: replay },
    false,
  ],
])('a job with %s has an open callback, or not', (_, change, want) => {
  expect(hasOpenCallback(buildJob({ spec: imageSpec({ callbackUrl: url }), ...change }))).toBe(want);
});
