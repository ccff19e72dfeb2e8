import { describe, expect, test } from '@jest/globals';
import {
  alive,
  at,
  decideSituation,
  ended,
  launches,
  onImage,
  record,
  running,
  stage,
  succeeded,
} from '../../../test/support/pipeline/job-situation.ts';
import { imageSpec } from '../../../test/support/pipeline/build-job.ts';
import type { AttemptObservation, SeenWait } from '../../launch/port.ts';
import type { StageStatus } from '../../schema/adjob.ts';

const unschedulable: SeenWait = {
  reason: 'Unschedulable',
  message: '0/3 nodes are available.',
  since: '2026-11-01T12:00:01Z',
};
const waits = (wait?: SeenWait): AttemptObservation => ({
  stage: 'image',
  attempt: 1,
  state: 'waiting',
  ...(wait && { wait }),
});

describe('a launched stage that does not start', () => {
  test('its record says why, and one Event reports it', () => {
    const decision = decideSituation({ status: onImage(), attempts: [waits(unschedulable)] });
    expect(record(decision, 'image')).toMatchObject({ state: 'Running', attempt: 1, waiting: unschedulable });
    expect(decision.events).toEqual([
      {
        type: 'Warning',
        reason: 'StageWaiting',
        message: 'The image stage has not started (Unschedulable): 0/3 nodes are available.',
      },
    ]);
  });

  test.each<[string, SeenWait | undefined, AttemptObservation]>([
    ['it has just been launched', undefined, waits()],
    ['only the message has changed', unschedulable, waits({ ...unschedulable, message: '0/4 nodes are available.' })],
    ['a new leader does not state the missing start', { ...unschedulable, reason: 'NotStarted' }, waits()],
  ])('nothing is written or reported while %s', (_, waiting, attempt) => {
    const status = onImage({ ...(waiting && { waiting }) });
    const decision = decideSituation({ status, attempts: [attempt] });
    expect([decision.status.stages, decision.events]).toEqual([status.stages, []]);
  });

  test.each<[string, AttemptObservation]>([
    ['it starts', alive('image', 1)],
    ['it fails', ended('image', 1, { exitCode: 1 })],
    ['it cannot be scheduled at all', ended('image', 1, { reason: 'unschedulable' })],
  ])('the reason is gone from its record once %s', (_, attempt) => {
    const decision = decideSituation({ status: onImage({ waiting: unschedulable }), attempts: [attempt] });
    expect(record(decision, 'image')).not.toHaveProperty('waiting');
  });

  test('the reason is gone from its record once the job is cancelled', () => {
    const status = onImage({ waiting: unschedulable });
    const decision = decideSituation({ status, spec: imageSpec({ cancel: true }), attempts: [waits(unschedulable)] });
    expect(record(decision, 'image')).not.toHaveProperty('waiting');
  });
});

describe('a stage whose container fails to start', () => {
  const imagePull: SeenWait = { reason: 'ImagePull', message: 'ErrImagePull', since: '2026-11-01T12:00:00Z' };
  const notStarted = { exitCode: null, startTime: null };
  const replaced = ended('image', 1, { reason: 'image-pull-failed', ...notStarted });
  const unstartable = ended('image', 1, { reason: 'unstartable', ...notStarted });
  const statusOf = (waiting: SeenWait = imagePull) => onImage({ waiting, launches: 1 });

  test.each<[string, StageStatus['waiting'], AttemptObservation]>([
    ['that waited', imagePull, replaced],
    ['whose wait was not seen', undefined, replaced],
    ['that cannot be created', undefined, unstartable],
  ])('a pod %s is replaced, which is not counted as a failure and ends no wait', (_, waiting, attempt) => {
    const status = onImage({ launches: 1, ...(waiting && { waiting }) });
    const decision = decideSituation({ status, attempts: [attempt] });
    expect(launches(decision)).toEqual(['image-2']);
    expect(record(decision, 'image')).toMatchObject({ attempt: 2, disruptions: 1, launches: 2 });
    expect(record(decision, 'image')).toHaveProperty('waiting.since');
  });

  test('a pod that the controller replaces because the pod settings changed starts a new wait', () => {
    const attempts = [ended('image', 1, { reason: 'settings-changed', exitCode: null, startTime: null })];
    const decision = decideSituation({ status: statusOf(), attempts });
    expect(launches(decision)).toEqual(['image-2']);
    expect(record(decision, 'image')).toMatchObject({ attempt: 2, disruptions: 1 });
    expect(record(decision, 'image')).not.toHaveProperty('waiting');
  });

  test.each<[string, SeenWait | undefined]>([
    ['no reason', undefined],
    ['the reason NotStarted', { ...imagePull, reason: 'NotStarted' }],
  ])('the time of the failure continues while the next pod states %s', (_, wait) => {
    const decision = decideSituation({ status: statusOf(), attempts: [waits(wait)] });
    expect(record(decision, 'image')).toMatchObject({ waiting: imagePull });
  });

  test.each<[string, SeenWait['reason'], AttemptObservation, string]>([
    [
      'is waiting',
      'ImagePull',
      waits(imagePull),
      'The container image of the stage could not be pulled. [image_pull_failed]',
    ],
    [
      'has been replaced',
      'ImagePull',
      replaced,
      'The container image of the stage could not be pulled. [image_pull_failed]',
    ],
    [
      'cannot be created',
      'ContainerCreate',
      unstartable,
      'The container of the stage could not be created with the settings of this installation. [internal]',
    ],
  ])('the job fails 25 minutes after the first pod if the last pod %s', (_, reason, attempt, error) => {
    const status = statusOf({ ...imagePull, reason });
    const decisionAt = (time: string) => decideSituation({ status, attempts: [attempt], now: at(time) });
    expect(decisionAt('12:24:59').status).toMatchObject({ phase: 'PROCESSING' });
    expect(decisionAt('12:25:00').status).toMatchObject({ phase: 'FAILED', error });
  });

  test('a job whose optional stage fails to start for 25 minutes fails', () => {
    const concept = stage('concept', 'Running', { waiting: imagePull });
    const status = running(succeeded('onboarding'), concept, stage('image', 'Pending'));
    const attempts = [ended('concept', 1, { reason: 'image-pull-failed', startTime: null })];
    expect(decideSituation({ status, attempts, now: at('12:25:00') }).status.phase).toBe('FAILED');
  });
});

describe('launches', () => {
  test('launches counts what was launched, and not the numbers of attempts that were passed over', () => {
    const status = onImage({ state: 'Pending', attempt: 5, disruptions: 4, launches: 2 });
    const decision = decideSituation({ status });
    expect([launches(decision), record(decision, 'image')]).toMatchObject([['image-6'], { attempt: 6, launches: 3 }]);
  });
});
