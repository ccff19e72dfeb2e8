import { describe, expect, test } from '@jest/globals';
import {
  at,
  job,
  pod,
  runs,
  scheduled,
  stage,
  unschedulable,
  waits,
} from '../../../test/support/pipeline/seen-attempt.ts';
import { observeAttempt, type ObservationLimits } from './job-observation.ts';

const limits: ObservationLimits = { unschedulableSeconds: 600, imagePullSeconds: 180 };
const sinceMs = { finished: undefined, podless: undefined };

type Job = ReturnType<typeof job>;

describe('an attempt whose pod settings have changed', () => {
  const observeWith = (seenJob: Job, podStatus: object) => {
    const seen = { stage: 'image', attempt: 2, job: seenJob, pods: [pod(podStatus) ?? fail()], sinceMs };
    return observeAttempt({ ...seen, podSettings: 'new' }, new Date(at(8)), limits).observation;
  };
  const fail = (): never => {
    throw new Error('The pod has no attempt.');
  };
  const pulls = stage(waits('ErrImagePull', 'No.'), 'Pending', scheduled);

  test.each<[string, object, string]>([
    ['cannot pull its image', pulls, 'ErrImagePull: No.'],
    ['has no node', unschedulable, '0/3 nodes.'],
  ])('ends at once if its pod %s', (_, status, detail) => {
    expect(observeWith(job({ podSettings: 'old' }), status)).toMatchObject({ reason: 'settings-changed', detail });
  });

  test.each<[string, Job, object, string]>([
    ['its pod runs', job({ podSettings: 'old' }), stage(runs), 'running'],
    ['its pod starts', job({ podSettings: 'old' }), stage(waits('ContainerCreating'), 'Pending', scheduled), 'waiting'],
    ['its Job has the current settings', job({ podSettings: 'new' }), pulls, 'waiting'],
    ['its Job does not state its settings', job(), pulls, 'waiting'],
  ])('continues if %s', (_, seenJob, status, state) => {
    expect(observeWith(seenJob, status)).toMatchObject({ state });
  });
});
