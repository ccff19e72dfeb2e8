import { describe, expect, test } from '@jest/globals';
import {
  at,
  common,
  job,
  pod,
  runs,
  waits,
  ends,
  named,
  stage,
  beside,
  condition,
  unschedulable,
  scheduled,
  disrupted,
  finished,
} from '../../../test/support/seen-attempt.ts';
import { observeAttempt, type ObservationLimits } from './job-observation.ts';
import { jobView, podView } from './job-views.ts';

const limits: ObservationLimits = { unschedulableSeconds: 600, imagePullSeconds: 180 };

type Job = ReturnType<typeof job>;
type Pod = ReturnType<typeof pod>;

/** A finish of a Job is at 5 s, and was not seen before 10; no pod is seen since 30 s, where there is none. */
const sinceMs = { finished: Date.parse(at(10)), podless: Date.parse(at(30)) };

function observe(seenJob: Job, pods: Pod[], seconds: number) {
  const seen = { stage: 'image', attempt: 2, job: seenJob, pods: pods.filter((one) => one !== undefined), sinceMs };
  return observeAttempt(seen, new Date(at(seconds)), limits);
}

const none: Job = undefined;
const waiting = { state: 'waiting' };
const running = { state: 'running', startTime: at(2) };
const end = (reason: string, more: object = {}) => ({ state: 'ended', reason, ...more });

type Row = [sentence: string, job: Job, pods: Pod[], seconds: number, want: object | undefined];

function describeRows(title: string, rows: Row[]): void {
  describe(title, () => {
    test.each(rows)('%s', (_, ...row) => {
      const [seenJob, pods, seconds, want] = row;
      const { observation } = observe(seenJob, pods, seconds);
      if (want === undefined) expect(observation).toBeUndefined();
      else expect(observation).toMatchObject({ stage: 'image', attempt: 2, ...want });
    });
  });
}

describeRows('an attempt under way', [
  ['waits while Kueue holds its Job back again', job({ suspend: true }), [], 9_999, waiting],
  ['waits while its Job has no pod', job(), [], 1, waiting],
  ['waits while Kueue holds its Job back, however long', job({ suspend: true, status: {} }), [], 9_999, waiting],
  ['waits while nobody has taken up its Job, however long', job({ status: {} }), [], 9_999, waiting],
  ['waits while its pod has no node', job(), [pod(unschedulable)], 604, waiting],
  [
    'waits while its pod is held back by a gate',
    job(),
    [pod(condition('PodScheduled', 'False', 'SchedulingGated'))],
    9_999,
    waiting,
  ],
  [
    'waits while its container is made, however long',
    job(),
    [pod(stage(waits('ContainerCreating'), 'Pending', scheduled))],
    9_999,
    waiting,
  ],
  ['runs once its container does', job(), [pod(stage(runs))], 3, running],
  ['runs on when its Job was deleted', none, [pod(stage(runs), 60)], 9, running],
  ['runs on while it is told to end', job(), [pod(stage(runs, 'Running', disrupted), 60)], 9, running],
  ['waits where its status cannot be read', job({ status: { conditions: 7 } }), [pod({ phase: 7 })], 9, waiting],
]);

describeRows('the end of the stage’s own container', [
  [
    'is known of a pod that has succeeded, whatever else is not',
    job(),
    [pod({ phase: 'Succeeded' })],
    10,
    end('exited', { exitCode: 0 }),
  ],
  [
    'is a crash where a disruption was called off',
    job(),
    [pod(stage(ends(1), 'Failed', condition('DisruptionTarget', 'False')))],
    10,
    end('exited', { exitCode: 1 }),
  ],
  [
    'is the attempt’s end',
    job(),
    [pod(stage(ends(0), 'Succeeded'))],
    10,
    end('exited', { exitCode: 0, startTime: at(2), endTime: at(10) }),
  ],
  [
    'hands on its message unread',
    job(),
    [pod(stage(ends(64, { message: '{"x"' }), 'Failed'))],
    10,
    end('exited', { exitCode: 64, message: '{"x"' }),
  ],
  ['counts before the Job says so', job(), [pod(stage(ends(0)))], 10, end('exited')],
  ['counts though another container runs on', job(), [pod(beside(ends(0), runs))], 10, end('exited', { exitCode: 0 })],
  [
    'counts though its pod is being evicted, if it is a verdict',
    job(),
    [pod(stage(ends(64), 'Failed', disrupted), 15)],
    10,
    end('exited', { exitCode: 64 }),
  ],
  [
    'counts though its pod ran late, if it is a verdict',
    job(),
    [pod(stage(ends(65), 'Failed', { reason: 'DeadlineExceeded' }))],
    10,
    end('exited', { exitCode: 65 }),
  ],
  [
    'is a crash where nothing else is known',
    job(),
    [pod(stage(ends(1), 'Failed'))],
    10,
    end('exited', { exitCode: 1 }),
  ],
  ['is not taken for a crash before the pod has said why', job(), [pod(stage(ends(1)))], 12.9, running],
  [
    'is a crash where the pod goes on and says nothing',
    job(),
    [pod(beside(ends(1), runs))],
    13,
    end('exited', { exitCode: 1 }),
  ],
  [
    'has no code where a signal ended it',
    job(),
    [pod(stage(ends(139), 'Failed'))],
    10,
    end('exited', { exitCode: null }),
  ],
  [
    'was for want of memory where the kernel says so',
    job(),
    [pod(stage(ends(137, { reason: 'OOMKilled' })))],
    10,
    end('out-of-memory', { exitCode: null }),
  ],
  [
    'was late where the kubelet says so',
    job(),
    [pod(stage(ends(143), 'Failed', { reason: 'DeadlineExceeded' }))],
    10,
    end('deadline-exceeded'),
  ],
  [
    'was late where it came at the deadline, before the kubelet says so',
    job(),
    [pod(stage(ends(1, { finishedAt: at(101) })))],
    101,
    end('deadline-exceeded'),
  ],
  [
    'is that of the latest pod',
    job(),
    [pod(stage(ends(1), 'Failed'), 9, 20), pod(stage(ends(0), 'Succeeded'))],
    30,
    end('disrupted'),
  ],
]);

describeRows('what is done to the pod from outside is a disruption', [
  [
    'when it is evicted',
    job(),
    [pod(stage(ends(1), 'Running', disrupted), 15)],
    10,
    end('disrupted', { detail: 'EvictionByEvictionAPI: Evicting.' }),
  ],
  ['when it is deleted', job(), [pod(stage(ends(1)), 15)], 10, end('disrupted', { detail: 'The pod was deleted.' })],
  [
    'when the node ran short of memory',
    job(),
    [pod(stage(ends(137), 'Failed', { reason: 'Evicted', message: 'Low on memory.' }))],
    10,
    end('disrupted', { detail: 'Evicted: Low on memory.' }),
  ],
  [
    'when the node refused it',
    job(),
    [pod({ phase: 'Failed', reason: 'OutOfcpu', message: 'Full.' })],
    3,
    end('disrupted', { detail: 'OutOfcpu: Full.' }),
  ],
  [
    'when the node forgot it',
    job(),
    [pod(stage(ends(137, { reason: 'ContainerStatusUnknown' }), 'Failed'))],
    10,
    end('disrupted'),
  ],
  [
    'when it should be gone for 30 s and its node says nothing',
    job(),
    [pod(stage(runs), 60)],
    90,
    end('disrupted', { detail: 'The node does not respond.' }),
  ],
  ['but not before', job(), [pod(stage(runs), 60)], 89, running],
  [
    'when it is gone and its Job has failed',
    finished('Failed', 'BackoffLimitExceeded'),
    [],
    20,
    end('disrupted', { detail: 'The pod no longer exists.' }),
  ],
]);

describeRows('an attempt that does not start', [
  [
    'is given up after 10 minutes without a node',
    job(),
    [pod(unschedulable)],
    605,
    end('unschedulable', { detail: '0/3 nodes.', exitCode: null, startTime: null }),
  ],
  ['is given up after 10 minutes without a pod', job(), [], 630, end('unschedulable')],
  ['is not given up for a pod that was there and has just gone', job(), [], 629, waiting],
  [
    'is not given up for the time before its Job was taken up',
    job({ status: { startTime: at(100) } }),
    [],
    699,
    waiting,
  ],
  ...['ErrImagePull', 'ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull'].map((reason): Row => [
    `is given up after 3 minutes of ${reason}`,
    job(),
    [pod(stage(waits(reason, 'No.'), 'Pending', scheduled))],
    185,
    end('image-pull-failed', { detail: `${reason}: No.` }),
  ]),
  [
    'is not given up for its image before',
    job(),
    [pod(stage(waits('ErrImagePull'), 'Pending', scheduled))],
    184,
    waiting,
  ],
  [
    'is given up for the image of another container',
    job(),
    [pod(beside(waits('ContainerCreating'), waits('ErrImagePull')))],
    180,
    end('image-pull-failed'),
  ],
  [
    'is given up where a Secret is missing',
    job(),
    [pod(stage(waits('CreateContainerConfigError', 'secret "x" not found'), 'Pending', scheduled))],
    185,
    end('unstartable', { detail: 'CreateContainerConfigError: secret "x" not found' }),
  ],
  [
    'is too late once its access has ended, with a pod',
    job({ expires: 50 }),
    [pod(unschedulable)],
    50,
    end('access-expired'),
  ],
  [
    'is too late once its access has ended, without one',
    job({ suspend: true, expires: 50, status: {} }),
    [],
    50,
    end('access-expired'),
  ],
  ['is not too late before', job({ expires: 50 }), [pod(unschedulable)], 49, waiting],
  ['is not too late once it runs', job({ expires: 50 }), [pod(stage(runs))], 51, running],
  [
    'was late where the kubelet says so',
    job(),
    [pod({ phase: 'Failed', reason: 'DeadlineExceeded' })],
    101,
    end('deadline-exceeded'),
  ],
]);

describeRows('the word of the Job', [
  ['is not taken where it is no', job({ status: condition('Failed', 'False') }), [], 60, waiting],
  ['is not taken before its pod had time to be seen', finished('Failed'), [], 19, waiting],
  [
    'is taken for a pod that is not there',
    finished('Complete'),
    [],
    20,
    end('exited', { exitCode: 0, endTime: at(5) }),
  ],
  [
    'is taken for a pod whose end is not seen',
    finished('Complete'),
    [pod(stage(runs))],
    20,
    end('exited', { exitCode: 0 }),
  ],
  ['is taken for one that was late', finished('Failed', 'DeadlineExceeded'), [], 20, end('deadline-exceeded')],
  [
    'counts less than that of the pod',
    finished('Complete'),
    [pod(stage(ends(64), 'Failed'))],
    60,
    end('exited', { exitCode: 64 }),
  ],
]);

describeRows('nothing is left of an attempt', [
  [
    'but not while a container beside it runs on',
    none,
    [pod(stage(ends(0), 'Running', { initContainerStatuses: [named('proxy', runs)] }))],
    20,
    end('exited'),
  ],
  ['without Job and pod', none, [], 1, undefined],
  ['whose Job is gone and whose pod is over', none, [pod(stage(ends(0), 'Succeeded'))], 20, undefined],
  ['whose Job is gone and whose containers have all ended', none, [pod(stage(ends(0)))], 20, undefined],
  ['whose Job is going and has no pod', job({ deleted: true }), [], 20, undefined],
]);

describe('what changes by time alone', () => {
  test.each<[string, Job, Pod[], number | undefined]>([
    ['an end of the wait for a node', job(), [pod(unschedulable)], 605],
    ['the end of access, when that comes first', job({ expires: 100 }), [pod(unschedulable)], 100],
    ['an end of the wait for an image', job(), [pod(stage(waits('ErrImagePull'), 'Pending', scheduled))], 185],
    ['a crash that is not sure yet', job(), [pod(stage(ends(1)))], 13],
    ['a pod that does not go', job(), [pod(stage(runs), 60)], 90],
    ['nothing, while it runs', job({ expires: 100 }), [pod(stage(runs))], undefined],
    ['nothing, once it has ended', job(), [pod(stage(ends(0)))], undefined],
  ])('is %s', (_, seenJob, pods, seconds) => {
    const want = seconds === undefined ? undefined : Date.parse(at(seconds));
    expect(observe(seenJob, pods, 3).changesMs).toBe(want);
  });
});

describe('Jobs and pods that are none of ours', () => {
  const metadata = { ...common, name: 'x', uid: 'x', creationTimestamp: at(0) };

  test('are not seen, whatever labels they have', () => {
    expect(jobView({ metadata, spec: {} })).toBeUndefined();
    expect(podView({ metadata, spec: {} })).toBeUndefined();
  });
});
