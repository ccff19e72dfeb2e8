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
} from '../../../test/support/pipeline/seen-attempt.ts';
import { observeAttempt, type ObservationLimits } from './job-observation.ts';
import { jobView, podView } from './job-views.ts';

const limits: ObservationLimits = { unschedulableSeconds: 600, imagePullSeconds: 180 };

type Job = ReturnType<typeof job>;
type Pod = ReturnType<typeof pod>;

/**
 * Times at which the launcher first saw two facts: at 10 s that the Job was finished (it finishes at 5 s), and at 30 s,
 * in tests without a pod, that the Job had no pod.
 */
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

describeRows('observeAttempt of a live attempt', [
  ['an attempt waits while Kueue suspends its Job again', job({ suspend: true }), [], 9_999, waiting],
  ['an attempt waits while its Job has no pod', job(), [], 1, waiting],
  ['an attempt waits while Kueue suspends its new Job', job({ suspend: true, status: {} }), [], 9_999, waiting],
  ['an attempt waits while no controller has started its Job, for any time', job({ status: {} }), [], 9_999, waiting],
  ['an attempt waits while its pod has no node', job(), [pod(unschedulable)], 604, waiting],
  [
    'an attempt waits while a scheduling gate holds its pod',
    job(),
    [pod(condition('PodScheduled', 'False', 'SchedulingGated'))],
    9_999,
    waiting,
  ],
  [
    'an attempt waits while its container is being created, for any time',
    job(),
    [pod(stage(waits('ContainerCreating'), 'Pending', scheduled))],
    9_999,
    waiting,
  ],
  ['an attempt runs once its container runs', job(), [pod(stage(runs))], 3, running],
  ['an attempt keeps running when its Job is deleted', none, [pod(stage(runs), 60)], 9, running],
  [
    'an attempt runs while its pod is being terminated',
    job(),
    [pod(stage(runs, 'Running', disrupted), 60)],
    9,
    running,
  ],
  ['an attempt waits if its status is unreadable', job({ status: { conditions: 7 } }), [pod({ phase: 7 })], 9, waiting],
]);

describeRows('observeAttempt after the end of the stage container', [
  [
    'a succeeded pod ends the attempt with code 0, even without container statuses',
    job(),
    [pod({ phase: 'Succeeded' })],
    10,
    end('exited', { exitCode: 0 }),
  ],
  [
    'an exit with a cancelled disruption is a crash',
    job(),
    [pod(stage(ends(1), 'Failed', condition('DisruptionTarget', 'False')))],
    10,
    end('exited', { exitCode: 1 }),
  ],
  [
    'the end of the stage container ends the attempt',
    job(),
    [pod(stage(ends(0), 'Succeeded'))],
    10,
    end('exited', { exitCode: 0, startTime: at(2), endTime: at(10) }),
  ],
  [
    'the termination message is passed on unparsed',
    job(),
    [pod(stage(ends(64, { message: '{"x"' }), 'Failed'))],
    10,
    end('exited', { exitCode: 64, message: '{"x"' }),
  ],
  ['an exit counts before the Job reports it', job(), [pod(stage(ends(0)))], 10, end('exited')],
  [
    'an exit counts while another container runs',
    job(),
    [pod(beside(ends(0), runs))],
    10,
    end('exited', { exitCode: 0 }),
  ],
  [
    'an exit code that is a verdict counts even if the pod is being evicted',
    job(),
    [pod(stage(ends(64), 'Failed', disrupted), 15)],
    10,
    end('exited', { exitCode: 64 }),
  ],
  [
    'an exit code that is a verdict counts even if the pod exceeded its deadline',
    job(),
    [pod(stage(ends(65), 'Failed', { reason: 'DeadlineExceeded' }))],
    10,
    end('exited', { exitCode: 65 }),
  ],
  [
    'an exit without another reason is a crash',
    job(),
    [pod(stage(ends(1), 'Failed'))],
    10,
    end('exited', { exitCode: 1 }),
  ],
  ['an exit is no crash until the pod has reported a reason', job(), [pod(stage(ends(1)))], 12.9, running],
  [
    'an exit is a crash if the pod keeps running without a reason',
    job(),
    [pod(beside(ends(1), runs))],
    13,
    end('exited', { exitCode: 1 }),
  ],
  [
    'an exit by a signal has no exit code',
    job(),
    [pod(stage(ends(139), 'Failed'))],
    10,
    end('exited', { exitCode: null }),
  ],
  [
    'OOMKilled ends the attempt as out of memory',
    job(),
    [pod(stage(ends(137, { reason: 'OOMKilled' })))],
    10,
    end('out-of-memory', { exitCode: null }),
  ],
  [
    'DeadlineExceeded of the pod ends the attempt as deadline-exceeded',
    job(),
    [pod(stage(ends(143), 'Failed', { reason: 'DeadlineExceeded' }))],
    10,
    end('deadline-exceeded'),
  ],
  [
    'an exit at the deadline is deadline-exceeded before the kubelet reports it',
    job(),
    [pod(stage(ends(1, { finishedAt: at(101) })))],
    101,
    end('deadline-exceeded'),
  ],
  [
    'the newest pod of the Job decides the end',
    job(),
    [pod(stage(ends(1), 'Failed'), 9, 20), pod(stage(ends(0), 'Succeeded'))],
    30,
    end('disrupted'),
  ],
]);

describeRows('observeAttempt of a disrupted pod', [
  [
    'an eviction is a disruption',
    job(),
    [pod(stage(ends(1), 'Running', disrupted), 15)],
    10,
    end('disrupted', { detail: 'EvictionByEvictionAPI: Evicting.' }),
  ],
  [
    'a deleted pod is a disruption',
    job(),
    [pod(stage(ends(1)), 15)],
    10,
    end('disrupted', { detail: 'The pod was deleted.' }),
  ],
  [
    'an eviction for memory pressure is a disruption',
    job(),
    [pod(stage(ends(137), 'Failed', { reason: 'Evicted', message: 'Low on memory.' }))],
    10,
    end('disrupted', { detail: 'Evicted: Low on memory.' }),
  ],
  [
    'a pod that the node rejects is a disruption',
    job(),
    [pod({ phase: 'Failed', reason: 'OutOfcpu', message: 'Full.' })],
    3,
    end('disrupted', { detail: 'OutOfcpu: Full.' }),
  ],
  [
    'a container whose status the node lost is a disruption',
    job(),
    [pod(stage(ends(137, { reason: 'ContainerStatusUnknown' }), 'Failed'))],
    10,
    end('disrupted'),
  ],
  [
    'a pod that should have ended 30 s ago on a silent node is a disruption',
    job(),
    [pod(stage(runs), 60)],
    90,
    end('disrupted', { detail: 'The node does not respond.' }),
  ],
  ['a pod 29 s past its end keeps running', job(), [pod(stage(runs), 60)], 89, running],
  [
    'a pod that is gone while its Job has failed is a disruption',
    finished('Failed', 'BackoffLimitExceeded'),
    [],
    20,
    end('disrupted', { detail: 'The pod no longer exists.' }),
  ],
]);

describeRows('observeAttempt of an attempt that does not start', [
  [
    'an attempt is unschedulable after 10 minutes without a node',
    job(),
    [pod(unschedulable)],
    605,
    end('unschedulable', { detail: '0/3 nodes.', exitCode: null, startTime: null }),
  ],
  ['an attempt is unschedulable after 10 minutes without a pod', job(), [], 630, end('unschedulable')],
  ['an attempt whose pod has just gone waits', job(), [], 629, waiting],
  [
    'the time before the Job was started does not count as unschedulable',
    job({ status: { startTime: at(100) } }),
    [],
    699,
    waiting,
  ],
  ...['ErrImagePull', 'ImagePullBackOff', 'InvalidImageName', 'ErrImageNeverPull'].map((reason): Row => [
    `an attempt ends after 3 minutes of ${reason}`,
    job(),
    [pod(stage(waits(reason, 'No.'), 'Pending', scheduled))],
    185,
    end('image-pull-failed', { detail: `${reason}: No.` }),
  ]),
  [
    'an attempt waits less than 3 minutes for its image',
    job(),
    [pod(stage(waits('ErrImagePull'), 'Pending', scheduled))],
    184,
    waiting,
  ],
  [
    'an attempt ends if the image of another container cannot be pulled',
    job(),
    [pod(beside(waits('ContainerCreating'), waits('ErrImagePull')))],
    180,
    end('image-pull-failed'),
  ],
  [
    'an attempt is unstartable if a Secret is missing',
    job(),
    [pod(stage(waits('CreateContainerConfigError', 'secret "x" not found'), 'Pending', scheduled))],
    185,
    end('unstartable', { detail: 'CreateContainerConfigError: secret "x" not found' }),
  ],
  [
    'a pending attempt ends once its access has expired',
    job({ expires: 50 }),
    [pod(unschedulable)],
    50,
    end('access-expired'),
  ],
  [
    'an attempt without a pod ends once its access has expired',
    job({ suspend: true, expires: 50, status: {} }),
    [],
    50,
    end('access-expired'),
  ],
  ['a pending attempt waits until its access expires', job({ expires: 50 }), [pod(unschedulable)], 49, waiting],
  ['an attempt keeps running after its access has expired', job({ expires: 50 }), [pod(stage(runs))], 51, running],
  [
    'an attempt that never ran is deadline-exceeded if the kubelet reports it',
    job(),
    [pod({ phase: 'Failed', reason: 'DeadlineExceeded' })],
    101,
    end('deadline-exceeded'),
  ],
]);

describeRows('observeAttempt of a finished Job', [
  ['a Job condition with status False is ignored', job({ status: condition('Failed', 'False') }), [], 60, waiting],
  ['a failed Job is ignored until its pod had time to appear', finished('Failed'), [], 19, waiting],
  [
    'a complete Job ends the attempt if its pod is missing',
    finished('Complete'),
    [],
    20,
    end('exited', { exitCode: 0, endTime: at(5) }),
  ],
  [
    'a complete Job ends the attempt if the end of its pod is not observed',
    finished('Complete'),
    [pod(stage(runs))],
    20,
    end('exited', { exitCode: 0 }),
  ],
  [
    'a Job past its deadline ends the attempt',
    finished('Failed', 'DeadlineExceeded'),
    [],
    20,
    end('deadline-exceeded'),
  ],
  [
    'the pod takes precedence over the Job',
    finished('Complete'),
    [pod(stage(ends(64), 'Failed'))],
    60,
    end('exited', { exitCode: 64 }),
  ],
]);

describeRows('observeAttempt of a deleted attempt', [
  [
    'an attempt stays observed while a container next to the stage runs',
    none,
    [pod(stage(ends(0), 'Running', { initContainerStatuses: [named('proxy', runs)] }))],
    20,
    end('exited'),
  ],
  ['an attempt without Job and pod is gone', none, [], 1, undefined],
  ['an attempt without a Job and a live pod is gone', none, [pod(stage(ends(0), 'Succeeded'))], 20, undefined],
  ['an attempt without a Job and a live container is gone', none, [pod(stage(ends(0)))], 20, undefined],
  ['an attempt with a deleted Job and no pod is gone', job({ deleted: true }), [], 20, undefined],
]);

describe('changesMs', () => {
  test.each<[string, Job, Pod[], number | undefined]>([
    ['when a pod without a node becomes unschedulable', job(), [pod(unschedulable)], 605],
    ['when access expires, if that comes first', job({ expires: 100 }), [pod(unschedulable)], 100],
    ['when a pod without its image is given up', job(), [pod(stage(waits('ErrImagePull'), 'Pending', scheduled))], 185],
    ['when an exit becomes a crash', job(), [pod(stage(ends(1)))], 13],
    ['when a pod that does not terminate counts as disrupted', job(), [pod(stage(runs), 60)], 90],
    ['when a pod that does not start is reported as waiting', job(), [pod({}, undefined, 3)], 8],
    ['undefined while the attempt runs', job({ expires: 100 }), [pod(stage(runs))], undefined],
    ['undefined once the attempt has ended', job(), [pod(stage(ends(0)))], undefined],
  ])('changesMs is %s', (_, seenJob, pods, seconds) => {
    const want = seconds === undefined ? undefined : Date.parse(at(seconds));
    expect(observe(seenJob, pods, 6).changesMs).toBe(want);
  });
});

describe('foreign Jobs and pods', () => {
  const metadata = { ...common, name: 'x', uid: 'x', creationTimestamp: at(0) };

  test('Jobs and pods of another owner are ignored, whatever labels they have', () => {
    expect(jobView({ metadata, spec: {} })).toBeUndefined();
    expect(podView({ metadata, spec: {} })).toBeUndefined();
  });
});
