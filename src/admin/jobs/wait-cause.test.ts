import { expect, test } from '@jest/globals';
import { numberedJob } from '../../../test/support/admin/rows.ts';
import { archivedAnnotation } from '../../domain/labels.ts';
import type { AdJob, AdJobSpec, AdJobStatus, DeliveryStatus, StageStatus } from '../../schema/adjob.ts';
import { modelWait } from '../../domain/model-wait.ts';
import { waitOf, type OwnWait } from './wait-cause.ts';

const time = '2026-11-01T12:00:00Z';
const condition = (status: 'True' | 'False') => [
  { type: 'Admitted', status, reason: '', message: '', lastTransitionTime: time },
];
const open = (...stages: StageStatus[]): AdJobStatus => ({
  phase: 'PROCESSING',
  conditions: condition('True'),
  stages,
});
const stage = (state: StageStatus['state'], attempt = 0, message?: string): StageStatus => ({
  ...{ name: 'image', state, attempt },
  ...(message !== undefined && { message }),
});
const first: StageStatus = { name: 'onboarding', state: 'Succeeded', attempt: 1 };

test.each<
  [
    string,
    { spec?: Partial<AdJobSpec>; status?: AdJobStatus; metadata?: Partial<AdJob['metadata']> },
    DeliveryStatus['state'] | undefined,
    OwnWait | undefined,
  ]
>([
  ['a new job waits for its admission', {}, undefined, 'admission'],
  [
    'a job that is not admitted yet waits for its admission',
    { status: { phase: 'PENDING', conditions: condition('False') } },
    undefined,
    'admission',
  ],
  ['an admitted job waits for a slot', { status: open(stage('Pending')) }, undefined, 'slot'],
  ['a job between two stages waits for a slot', { status: open(first, stage('Pending')) }, undefined, 'slot'],
  ['a job with a running stage waits for nothing', { status: open(stage('Running', 1)) }, undefined, undefined],
  [
    'a job whose attempt has no result waits for the next one',
    { status: open(stage('Pending', 1, 'Attempt 1 failed.')) },
    undefined,
    'retry',
  ],
  [
    'a job whose next stage waits for a model says so',
    { status: open(first, stage('Pending', 0, modelWait)) },
    undefined,
    'model',
  ],
  [
    'a job whose launched stage has not started waits for that',
    { status: open({ ...stage('Running', 1), waiting: { reason: 'Quota', message: 'full', since: time } }) },
    undefined,
    'stage_start',
  ],
  ['a job that was resumed waits for a slot', { status: open(stage('Pending', 1, 'Suspended.')) }, undefined, 'slot'],
  [
    'a suspended job waits for a person',
    { spec: { suspend: true }, status: open(stage('Pending')) },
    undefined,
    'suspended',
  ],
  [
    'a cancelled job waits for its end',
    { spec: { cancel: true, suspend: true }, status: open(stage('Running', 1)) },
    undefined,
    'cancellation',
  ],
  ['a finished job waits for its callback', { status: { phase: 'SUCCESS' } }, 'pending', 'callback'],
  ['a finished job without a callback waits for nothing', { status: { phase: 'SUCCESS' } }, undefined, undefined],
  ['a delivered job waits for nothing', { status: { phase: 'FAILED' } }, 'delivered', undefined],
  [
    'an archived job waits for nothing here',
    { status: { phase: 'FAILED' }, metadata: { annotations: { [archivedAnnotation]: 'true' } } },
    'pending',
    undefined,
  ],
  [
    'a job that was run before waits to be deleted',
    {
      status: {
        conditions: [{ type: 'Admitted', status: 'False', reason: 'RanBefore', message: '', lastTransitionTime: time }],
      },
    },
    undefined,
    'ran_before',
  ],
  [
    'a job that is being deleted waits for that',
    { spec: { suspend: true }, metadata: { deletionTimestamp: time } },
    undefined,
    'deletion',
  ],
])('%s', (_, job, state, wanted) => {
  expect(waitOf(numberedJob(job), state && { state })).toBe(wanted);
});
