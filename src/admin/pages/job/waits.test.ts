import { expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../../../test/support/pipeline/build-job.ts';
import type { FoundJob } from '../../../operations/jobs/found-job.ts';
import type { AdJobSpec, AdJobStatus, DeliveryStatus } from '../../../schema/adjob.ts';
import { knownJob } from './known-job.ts';
import { waitsFor } from './waits.ts';

const found: FoundJob = {
  ...{ kind: 'resource', jobId: 'id', namespace: 'default', account: 'acme', apiKey: undefined, type: 'image_ad' },
  ...{ phase: 'PENDING', name: 'id', uid: 'uid-1', isDeleting: false },
};
const admitted: AdJobStatus['conditions'] = [
  {
    ...{ type: 'Admitted', status: 'True', reason: 'Admitted', message: 'The job may run.' },
    lastTransitionTime: '2026-11-26T10:00:00Z',
  },
];
const stage = { name: 'image', state: 'Pending', attempt: 0 } as const;

function waitsWith(status: AdJobStatus, spec: Partial<AdJobSpec> = {}, delivery?: DeliveryStatus): string | undefined {
  return waitsFor(knownJob(found, buildJob({ status, spec: imageSpec(spec) })), delivery);
}

test('a job waits for the next attempt of a stage that failed, and says why', () => {
  const stages = [{ ...stage, attempt: 1, message: 'The stage was killed.' }];
  expect(waitsWith({ phase: 'PROCESSING', conditions: admitted, stages })).toContain('image. The stage was killed.');
});

test('an admitted job without a running stage waits for a slot, and a running one for nothing', () => {
  expect(waitsWith({ phase: 'PENDING', conditions: admitted, stages: [stage] })).toContain('a free slot');
  const stages = [{ ...stage, state: 'Running' as const, attempt: 1 }];
  expect(waitsWith({ phase: 'PROCESSING', conditions: admitted, stages })).toBeUndefined();
});

test('a finished job waits for its pending callback', () => {
  expect(waitsWith({ phase: 'SUCCESS' }, {}, { state: 'pending' })).toContain('callback');
});

test('an accepted job without an AdJob waits for it', () => {
  const intent: FoundJob = { ...found, kind: 'intent', phase: 'PENDING', error: undefined, hasCallback: false };
  expect(waitsFor(knownJob(intent, undefined), undefined)).toContain('its AdJob');
});
