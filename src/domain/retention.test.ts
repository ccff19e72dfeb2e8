import { describe, expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../test/support/build-job.ts';
import type { AdJobStatus } from '../schema/adjob.ts';
import { deliveryStates } from '../schema/adjob.ts';
import { dueMsOf, isCallbackClosed, mayGo } from './retention.ts';

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

describe('mayGo', () => {
  const withCallback = imageSpec({ callbackUrl: url });
  test.each<[string, Parameters<typeof buildJob>[0], boolean]>([
    ['accepts a finished job', { status: ended }, true],
    ['rejects a running job', { status: { phase: 'PROCESSING' } }, false],
    ['rejects a job without a status', {}, false],
    ['rejects a deleted job', { status: ended, metadata: { deletionTimestamp: '2026-11-01T13:00:00Z' } }, false],
    ['rejects a job whose callback has not begun', { spec: withCallback, status: ended }, false],
    [
      'rejects a job whose callback is pending',
      { spec: withCallback, status: { ...ended, delivery: { state: 'pending' } } },
      false,
    ],
    [
      'accepts a job whose callback was given up',
      { spec: withCallback, status: { ...ended, delivery: { state: 'gave_up' } } },
      true,
    ],
  ])('mayGo %s', (_, change, want) => {
    expect(mayGo(buildJob(change))).toBe(want);
  });
});
