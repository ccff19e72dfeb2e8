import { expect, test } from '@jest/globals';
import { buildJob } from '../../test/support/pipeline/build-job.ts';
import type { AdJobStatus } from '../schema/adjob.ts';
import { standingOf, type JobStanding } from './job-standing.ts';

const admitted: AdJobStatus = {
  phase: 'PROCESSING',
  credits: { required: 5 },
  conditions: [
    { type: 'Admitted', status: 'True', reason: 'Admitted', message: '', lastTransitionTime: '2026-11-01T12:00:00Z' },
  ],
};

test.each<[string, AdJobStatus | undefined, JobStanding | undefined]>([
  ['an unfinished admitted job has reserved credits', admitted, { state: 'reserved', credits: 5 }],
  [
    'an admitted job that waits for its start has reserved credits',
    { ...admitted, phase: 'PENDING' },
    { state: 'reserved', credits: 5 },
  ],
  [
    'a successful job has settled credits',
    { ...admitted, phase: 'SUCCESS', credits: { required: 5, charged: 4 } },
    { state: 'settled', credits: 4 },
  ],
  ['a failed job has released credits', { ...admitted, phase: 'FAILED' }, { state: 'released', credits: 5 }],
  ['a refused job has no standing', { ...admitted, phase: 'FAILED', conditions: [] }, undefined],
  ['a job without a status has no standing', undefined, undefined],
])('%s', (_, status, want) => {
  expect(standingOf(buildJob(status && { status }))).toEqual(want);
});
