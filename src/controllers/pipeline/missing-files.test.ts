import { expect, test } from '@jest/globals';
import {
  at,
  crashed,
  decideSituation,
  ended,
  launches,
  onImage,
  record,
  whole,
} from '../../../test/support/pipeline/job-situation.ts';
import { imageSpec } from '../../../test/support/pipeline/build-job.ts';

const missingFile = 'onboarding/brand.json';
const waiting = { reason: 'FilesMissing', message: 'A file is missing.', since: '2026-11-01T12:00:05Z' };
const waits = onImage({ state: 'Pending', attempt: 3, disruptions: 1, waiting });

test('an attempt that fails without the files of the job is not counted, and the stage says which file is missing', () => {
  const status = onImage({ attempt: 3, disruptions: 0 });
  const decision = decideSituation({ status, attempts: [crashed('image', 3)], missingFile });
  expect(decision.status.phase).toBe('PROCESSING');
  expect(record(decision, 'image')).toMatchObject({
    ...{ state: 'Pending', attempt: 3, disruptions: 1 },
    waiting: { reason: 'FilesMissing', message: expect.stringContaining(missingFile), since: '2026-11-01T12:00:05Z' },
  });
  expect(decision.events).toMatchObject([{ type: 'Warning', reason: 'StageWaiting' }]);
  expect([launches(decision), decision.requeueAfterMs]).toEqual([[], 10_000]);
});

test('any number of attempts may fail without the files of the job', () => {
  const status = onImage({ attempt: 90, disruptions: 89 });
  const decision = decideSituation({ status, attempts: [crashed('image', 90)], missingFile });
  expect(record(decision, 'image')).toMatchObject({ state: 'Pending', disruptions: 90 });
});

test('a stage that waits for its files is not launched, and writes and reports nothing more', () => {
  const decision = decideSituation({ status: waits, missingFile });
  expect([launches(decision), decision.events, decision.status.stages]).toEqual([[], [], waits.stages]);
});

test('a stage is launched once its files are there', () => {
  const decision = decideSituation({ status: waits });
  expect(launches(decision)).toEqual(['image-4']);
  expect(record(decision, 'image')).not.toHaveProperty('waiting');
});

test('a job that waits for its files can be cancelled, and fails at its overall timeout', () => {
  const cancelled = decideSituation({ status: waits, missingFile, spec: imageSpec({ cancel: true }) });
  expect(cancelled.status.error).toContain('[cancelled]');
  const late = decideSituation({ status: waits, missingFile, now: at('23:00:00') });
  expect(late.status.error).toContain('[timed_out]');
});

test('a result counts although another file of the job is missing', () => {
  const attempts = [ended('image', 1)];
  const response = { images: [{ file: 'ad-1.png' }] };
  const decision = decideSituation({ status: onImage(), attempts, result: whole('image', 1, response), missingFile });
  expect(decision.status.phase).toBe('SUCCESS');
});
