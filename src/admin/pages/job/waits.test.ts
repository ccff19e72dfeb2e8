import { expect, test } from '@jest/globals';
import type { Condition } from '../../../schema/resource-parts.ts';
import type { KnownJob } from './known-job.ts';
import { waitsFor } from './waits.ts';

const admitted: Condition = {
  ...{ type: 'Admitted', status: 'True', reason: 'Admitted', message: 'The job may run.' },
  lastTransitionTime: '2026-11-26T10:00:00Z',
};
const job: KnownJob = {
  ...{ jobId: 'id', namespace: 'default', account: 'acme', apiKey: undefined, type: 'image_ad', phase: 'PENDING' },
  ...{ error: undefined, response: undefined, source: 'resource', isDeleting: false, isSuspended: false },
  ...{ credits: undefined, createdTime: undefined, startTime: undefined, completionTime: undefined, stages: [] },
  ...{ conditions: [admitted], callbackUrl: undefined, hasCallback: false, object: undefined },
};
const pending = { name: 'image', state: 'Pending', attempt: 0 } as const;

test.each<[string, Partial<KnownJob>, string | undefined]>([
  ['an intent waits for its AdJob', { source: 'intent' }, 'its AdJob'],
  ['a new AdJob waits for the controller', { conditions: [] }, 'the controller'],
  ['a suspended job waits to be resumed', { isSuspended: true, stages: [pending] }, 'suspended'],
  ['an admitted job without a stage waits for a slot', { stages: [pending] }, 'a free slot'],
  [
    'a job waits for the next attempt of a stage that failed, and says why',
    { phase: 'PROCESSING', stages: [{ ...pending, attempt: 1, message: 'The stage was killed.' }] },
    'image. The stage was killed.',
  ],
  ['a running job waits for its stage', { stages: [{ ...pending, state: 'Running' }] }, 'the stage image'],
  ['a finished job waits for nothing', { phase: 'FAILED' }, undefined],
])('%s', (_, change, want) => {
  const text = waitsFor({ ...job, ...change }, undefined);
  if (want === undefined) expect(text).toBeUndefined();
  else expect(text).toContain(want);
});

test('a finished job waits for its pending callback', () => {
  expect(waitsFor({ ...job, phase: 'SUCCESS' }, { state: 'pending' })).toContain('callback');
});
