import { expect, test } from '@jest/globals';
import { kstatus } from '../../test/support/cluster/kstatus.ts';
import { buildJob } from '../../test/support/pipeline/build-job.ts';
import {
  admitted,
  decideSituation,
  ended,
  onImage,
  onOnboarding,
  reconciling,
  whole,
  type JobSituation,
} from '../../test/support/pipeline/job-situation.ts';
import type { AdJobStatus } from '../schema/adjob.ts';
import { isOutdated, withJobConditions } from './job-conditions.ts';

const now = new Date('2026-11-01T12:00:05Z');

test.each<[string, JobSituation, string, string]>([
  ['a job that waits', { mayStart: false }, 'PENDING', 'InProgress'],
  ['a running job', {}, 'PROCESSING', 'InProgress'],
  [
    'a successful job',
    { status: onImage(), attempts: [ended('image', 1)], result: whole('image', 1, { images: [] }) },
    'SUCCESS',
    'Current',
  ],
  ['a refused job', { accountExists: false }, 'FAILED', 'Failed'],
  [
    'a job that failed while it ran',
    { status: onImage(), spec: { ...buildJob().spec, cancel: true } },
    'FAILED',
    'Failed',
  ],
])('kstatus reports the progress of %s', (_, situation, phase, want) => {
  const { status } = decideSituation(situation);
  expect(status.phase).toBe(phase);
  expect(kstatus(buildJob({ status }))).toBe(want);
});

test('kstatus reports a job that the controller has not seen as in progress', () => {
  expect(kstatus(buildJob({ status: { observedGeneration: -1 } }))).toBe('InProgress');
});

test('a change of the spec of a finished job is observed, and its outcome stays', () => {
  const finished: AdJobStatus = { ...onImage(), phase: 'SUCCESS', observedGeneration: 1 };
  const decision = decideSituation({ status: finished, metadata: { generation: 2 } });
  expect(decision.status).toEqual({ ...finished, observedGeneration: 2 });
});

test.each<[string, AdJobStatus, number, boolean]>([
  ['describes its generation', { phase: 'SUCCESS', observedGeneration: 1, conditions: [admitted] }, 1, false],
  ['describes an older generation', { phase: 'SUCCESS', observedGeneration: 1 }, 2, true],
  ['was completed by an older version', { phase: 'FAILED', observedGeneration: 1, conditions: [reconciling] }, 1, true],
  ['only older versions have written', { phase: 'FAILED', conditions: [admitted] }, 2, false],
  ['is not final', { ...onOnboarding(), observedGeneration: 1 }, 2, false],
])('isOutdated judges a status that %s', (_, status, generation, want) => {
  expect(isOutdated(buildJob({ status, metadata: { generation } }))).toBe(want);
});

test('a job that an older version has failed is failed for kstatus after its repair', () => {
  const status: AdJobStatus = { phase: 'FAILED', error: 'It broke. [internal]', observedGeneration: 1 };
  const repaired = withJobConditions({ ...status, conditions: [reconciling] }, 1, now);
  expect(repaired.conditions).toMatchObject([{ type: 'Stalled', status: 'True', message: 'It broke. [internal]' }]);
});
