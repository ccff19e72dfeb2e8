import { describe, expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../test/support/build-job.ts';
import type { AdJobStatus } from '../schema/adjob.ts';
import { deliveryStates } from '../schema/adjob.ts';
import { dueMsOf, isCallbackClosed, mayGo } from './retention.ts';

const url = 'https://a.example/hook';
const ended: AdJobStatus = { phase: 'FAILED', error: 'No. [refused]', completionTime: '2026-11-01T12:01:00Z' };

test('a callback is closed when there is none, or its delivery is at an end', () => {
  expect(isCallbackClosed(undefined, undefined)).toBe(true);
  expect(isCallbackClosed(url, undefined)).toBe(false);
  const closed = deliveryStates.filter((state) => isCallbackClosed(url, { state }));
  expect(closed).toEqual(['delivered', 'gave_up', 'gone', 'abandoned']);
});

describe('a finished job is due', () => {
  test.each<[string, number | undefined, AdJobStatus, string]>([
    ["after the installation's time", undefined, ended, '2026-11-02T12:01:00Z'],
    ['after its own time', 60, ended, '2026-11-01T12:02:00Z'],
    ['at once, where it wants no time', 0, ended, '2026-11-01T12:01:00Z'],
    ['by its creation, where no end is told', 60, { phase: 'FAILED' }, '2026-11-01T12:01:00Z'],
  ])('%s', (_, ttlSecondsAfterFinished, status, want) => {
    const spec = imageSpec(ttlSecondsAfterFinished === undefined ? {} : { ttlSecondsAfterFinished });
    expect(dueMsOf(buildJob({ spec, status }), 86_400)).toBe(Date.parse(want));
  });
});

describe('retention may take', () => {
  const withCallback = imageSpec({ callbackUrl: url });
  test.each<[string, Parameters<typeof buildJob>[0], boolean]>([
    ['a finished job', { status: ended }, true],
    ['no job that goes on', { status: { phase: 'PROCESSING' } }, false],
    ['no job that nobody has looked at', {}, false],
    ['no job that was deleted', { status: ended, metadata: { deletionTimestamp: '2026-11-01T13:00:00Z' } }, false],
    ['no job whose callback has not begun', { spec: withCallback, status: ended }, false],
    [
      'no job whose callback goes on',
      { spec: withCallback, status: { ...ended, delivery: { state: 'pending' } } },
      false,
    ],
    [
      'a job whose callback was given up',
      { spec: withCallback, status: { ...ended, delivery: { state: 'gave_up' } } },
      true,
    ],
  ])('%s', (_, change, want) => {
    expect(mayGo(buildJob(change))).toBe(want);
  });
});
