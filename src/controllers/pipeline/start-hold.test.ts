import { beforeEach, describe, expect, test } from '@jest/globals';
import { buildJob, imageSpec, videoSpec } from '../../../test/support/pipeline/build-job.ts';
import { stage } from '../../../test/support/pipeline/job-situation.ts';
import { timestamp } from '../../domain/timestamp.ts';
import type { AttemptObservation } from '../../launch/port.ts';
import type { AdJob, StageStatus } from '../../schema/adjob.ts';
import { StartGate } from './start-gate.ts';
import { StartHold, type HeldJob } from './start-hold.ts';

let seconds: number;
const now = (): Date => new Date(Date.parse('2026-11-01T12:00:00Z') + seconds * 1_000);
const jobNamed = (uid: string, more: Partial<HeldJob> = {}): HeldJob => ({
  key: { namespace: 'ads', name: uid },
  uid,
  type: 'image_ad',
  queueName: undefined,
  ...more,
});
const stuckSince = (sinceSeconds: number, reason = 'Unschedulable'): StageStatus[] => {
  const since = timestamp(new Date(Date.parse('2026-11-01T12:00:00Z') + sinceSeconds * 1_000));
  return [stage('image', 'Running', { waiting: { reason, message: '', since } })];
};
const running: AttemptObservation[] = [{ stage: 'image', attempt: 1, state: 'running', startTime: '' }];

let hold: StartHold;
beforeEach(() => {
  seconds = 0;
  hold = new StartHold({ seconds: 30, now });
  hold.observe(jobNamed('stuck'), stuckSince(0), []);
});

const answerAt = (time: number, job = jobNamed('next')) => {
  seconds = time;
  return hold.ask(job);
};

describe('StartHold', () => {
  test('jobs start until a pod has been unschedulable for the configured time', () => {
    expect([answerAt(29), answerAt(30)]).toEqual(['free', 'held']);
  });

  test('one job a minute starts as a probe', () => {
    expect(answerAt(89)).toBe('held');
    expect(answerAt(90)).toBe('probe');
    hold.probed(jobNamed('next'));
    expect([answerAt(149), answerAt(150)]).toEqual(['held', 'probe']);
  });

  test.each<[string, HeldJob]>([
    ['in another namespace', jobNamed('next', { key: { namespace: 'other', name: 'next' } })],
    ['in another queue', jobNamed('next', { queueName: 'gold' })],
    ['whose pipeline lacks the stage', jobNamed('next', { type: 'video_ad' })],
  ])('a job %s starts', (_, job) => {
    expect(answerAt(60, job)).toBe('free');
  });

  test.each<[string, AttemptObservation[], number]>([
    ['its pod runs', running, 60],
    ['its job has ended', [], 60],
  ])('jobs start again once %s', (_, attempts, time) => {
    seconds = 50;
    hold.observe(jobNamed('stuck'), [], attempts);
    expect(answerAt(time)).toBe('free');
  });

  test('after one of several pods has got a node, jobs start for as long as before the first hold', () => {
    hold.observe(jobNamed('other'), stuckSince(0), []);
    seconds = 50;
    hold.observe(jobNamed('stuck'), [], running);
    expect([answerAt(79), answerAt(80)]).toEqual(['free', 'held']);
  });

  test('a job that ends without a node does not free the others', () => {
    hold.observe(jobNamed('other'), stuckSince(0), []);
    hold.observe(jobNamed('stuck'), [], []);
    expect(answerAt(31)).toBe('held');
  });

  test.each(['ImagePull', 'ContainerCreate'])(
    'jobs are held while the reason is %s, over all pods of a job',
    (reason) => {
      hold.observe(jobNamed('stuck'), [], running);
      hold.observe(jobNamed('stuck'), stuckSince(0, reason), []);
      seconds = 200;
      const replaced: AttemptObservation = { stage: 'image', attempt: 2, state: 'waiting' };
      hold.observe(jobNamed('stuck'), stuckSince(0, reason), [replaced]);
      hold.probed(jobNamed('next'));
      expect([answerAt(201), answerAt(260)]).toEqual(['held', 'probe']);
    },
  );

  test('with 0 seconds, jobs always start', () => {
    hold = new StartHold({ seconds: 0, now });
    hold.observe(jobNamed('stuck'), stuckSince(0), []);
    expect(answerAt(600)).toBe('free');
  });
});

describe('a start gate with a hold', () => {
  const job = (name: string, account: string, spec = imageSpec()): AdJob =>
    buildJob({ metadata: { name, uid: name }, spec: { ...spec, accountRef: { name: account } } });
  let gate: StartGate;
  beforeEach(() => {
    seconds = 30;
    const ask = (each: { uid: string; type: string }) => hold.ask(jobNamed(each.uid, { type: each.type }));
    const probed = (each: { uid: string; type: string }) => {
      hold.probed(jobNamed(each.uid, { type: each.type }));
    };
    gate = new StartGate({ maxRunningJobs: 9 }, undefined, undefined, { ask, probed });
  });

  test('a held job keeps the later jobs of its account from starting, and no job of another account', () => {
    for (const one of [job('a', 'acme'), job('b', 'acme', videoSpec()), job('c', 'other', videoSpec())])
      gate.observe(one);
    expect(['a', 'b', 'c'].map((uid) => gate.mayStart(uid))).toEqual([false, false, true]);
  });

  test('a job whose earlier stage has run is not held', () => {
    const begun = { phase: 'PROCESSING', startTime: '2026-11-01T12:00:00Z', stages: [] } as const;
    gate.observe({ ...job('a', 'acme'), status: { ...begun, stages: [] } });
    expect(gate.mayStart('a')).toBe(true);
  });

  test('held jobs start in their order once the pod is scheduled', () => {
    for (const one of [job('a', 'acme'), job('b', 'acme')]) gate.observe(one);
    expect(gate.mayStart('a')).toBe(false);
    hold.observe(jobNamed('stuck'), [], running);
    expect(gate.reconsiderHeld().map(({ name }) => name)).toEqual(['a', 'b']);
  });

  test('one of the held jobs starts as a probe', () => {
    for (const one of [job('a', 'acme'), job('b', 'other')]) gate.observe(one);
    expect([gate.mayStart('a'), gate.mayStart('b')]).toEqual([false, false]);
    seconds = 90;
    expect(gate.reconsiderHeld().map(({ name }) => name)).toEqual(['a']);
  });
});
