import { describe, expect, test } from '@jest/globals';
import { at, job, pod, scheduled, stage, unschedulable, waits } from '../../../test/support/pipeline/seen-attempt.ts';
import { observeAttempt } from './job-observation.ts';
import type { StageWarning } from './stage-warnings.ts';

type Job = ReturnType<typeof job>;
type Pod = ReturnType<typeof pod>;

const limits = { unschedulableSeconds: 600, imagePullSeconds: 180 };

function observe(seen: { job: Job; pods: Pod[]; warning?: StageWarning }, seconds: number) {
  const pods = seen.pods.filter((one) => one !== undefined);
  const attempt = { stage: 'image', attempt: 2, sinceMs: { finished: undefined, podless: undefined } };
  return observeAttempt({ ...attempt, ...seen, pods }, new Date(at(seconds)), limits);
}

describe('why an attempt waits', () => {
  const created = pod(stage(waits('ContainerCreating'), 'Pending', scheduled));
  test.each<[string, Job, Pod[], number, object | undefined]>([
    ['a Job without a pod has no reason for 5 seconds', job(), [], 4, undefined],
    ['a Job without a pod says so after 5 seconds', job(), [], 5, { reason: 'NotStarted', since: at(0) }],
    ['a suspended Job waits in its queue', job({ suspend: true, status: {} }), [], 5, { reason: 'Queued' }],
    [
      'a pod without a suitable node says so at once, with the words of the scheduler',
      job(),
      [pod(unschedulable)],
      5,
      { reason: 'Unschedulable', message: '0/3 nodes.', since: at(5) },
    ],
    [
      'a pod whose image cannot be pulled says so at once',
      job(),
      [pod(stage(waits('ImagePullBackOff', 'back-off\n  pulling'), 'Pending', scheduled))],
      6,
      { reason: 'ImagePull', message: 'ImagePullBackOff: back-off pulling' },
    ],
    [
      'a pod whose Secret is missing says so at once',
      job(),
      [pod(stage(waits('CreateContainerConfigError', 'no Secret'), 'Pending', scheduled))],
      6,
      { reason: 'ContainerCreate', message: 'CreateContainerConfigError: no Secret' },
    ],
    ['a container that is being created has no reason for 5 seconds', job(), [created], 4, undefined],
    ['a container that is not created says so after 5 seconds', job(), [created], 5, { reason: 'NotStarted' }],
  ])('%s', (_, ...[seenJob, pods, seconds, want]) => {
    const { observation } = observe({ job: seenJob, pods }, seconds);
    const wait = observation?.state === 'waiting' ? observation.wait : undefined;
    if (want === undefined) expect([observation?.state, wait]).toEqual(['waiting', undefined]);
    else expect(wait).toMatchObject(want);
  });

  test('a warning of the cluster gives the reason, but only of the object that it is about', () => {
    const warned = (name: string) => {
      const warning = { object: { kind: 'Job', name }, reason: 'Quota', message: 'exceeded quota: small' } as const;
      return observe({ job: job(), pods: [], warning }, 6);
    };
    expect(warned('ad-image-2').observation).toMatchObject({
      wait: { reason: 'Quota', message: 'exceeded quota: small' },
    });
    expect(warned('other')).toMatchObject({
      observation: { wait: { reason: 'NotStarted' } },
      unexplained: { kind: 'Job', name: 'ad-image-2' },
    });
  });
});
