import { expect, test } from '@jest/globals';
import { buildJob } from '../../test/support/build-job.ts';
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
  ['one that goes on has its price held', admitted, { state: 'reserved', credits: 5 }],
  ['one that waits for its start, too', { ...admitted, phase: 'PENDING' }, { state: 'reserved', credits: 5 }],
  [
    'one that succeeded was charged',
    { ...admitted, phase: 'SUCCESS', credits: { required: 5, charged: 4 } },
    { state: 'settled', credits: 4 },
  ],
  ['one that failed costs nothing', { ...admitted, phase: 'FAILED' }, { state: 'released', credits: 5 }],
  ['one that was refused has nothing', { ...admitted, phase: 'FAILED', conditions: [] }, undefined],
  ['one that nobody has seen has nothing', undefined, undefined],
])('%s', (_, status, want) => {
  expect(standingOf(buildJob(status && { status }))).toEqual(want);
});
