import { describe, expect, test } from '@jest/globals';
import { imageSpec, jobName } from '../../../test/support/pipeline/build-job.ts';
import {
  admitted,
  alive,
  at,
  crashed,
  decideSituation,
  ended,
  effects,
  launches,
  onConcept,
  onImage,
  onOnboarding,
  record,
  refused,
  running,
  stage,
  states,
  succeeded,
  whole,
  type JobSituation,
} from '../../../test/support/pipeline/job-situation.ts';
import type { AttemptObservation } from '../../launch/port.ts';
import type { AdJobStatus } from '../../schema/adjob.ts';

describe('the end of a job', () => {
  const response = { images: [{ file: 'ad-1.png', aspect_ratio: '1:1' }], notes: ['The logo was left out.'] };

  test('the last result becomes the response, with file URLs, price and notes', () => {
    const status = running(
      stage('onboarding', 'Failed', { message: 'The page could not be read.' }),
      succeeded('concept'),
      stage('image', 'Running'),
    );
    const decision = decideSituation({ status, attempts: [ended('image', 1)], result: whole('image', 1, response) });
    expect(decision.status).toMatchObject({
      phase: 'SUCCESS',
      completionTime: '2026-11-01T12:00:05Z',
      credits: { required: 5, charged: 5 },
      conditions: [admitted, { type: 'Complete', status: 'True', reason: 'Succeeded', observedGeneration: 1 }],
    });
    expect(decision.status.response).toEqual({
      images: [{ url: `https://ads.example/files/${jobName}/image-1-secret/ad-1.png`, aspect_ratio: '1:1' }],
      credits: 5,
      notes: ['The page could not be read.', 'The logo was left out.'],
    });
    expect(decision.status.error).toBeUndefined();
    expect(decision.money).toEqual({ close: 'settle' });
  });

  test('a result over the size limit fails the job', () => {
    const large = { concept: 'x'.repeat(70_000) };
    const decision = decideSituation({
      status: onImage(),
      attempts: [ended('image', 1)],
      result: whole('image', 1, large),
    });
    expect(decision.status.error).toMatch(
      /^The result has 7\d{4} bytes, more than the limit of 65536 for a job\. \[result_too_large\]$/,
    );
    expect(decision.status.response).toBeUndefined();
    expect(decision.status.credits).toEqual({ required: 5, charged: 0 });
  });

  test.each<[string, AttemptObservation, string]>([
    [
      'with its own code',
      refused('image', { code: 'quality_gate', sentence: 'The headline does not fit.' }),
      'The headline does not fit. [quality_gate]',
    ],
    ['with an unknown code', refused('image', { code: 'x', sentence: 'No.' }), 'No. [image_model_error]'],
    [
      'with a truncated message',
      ended('image', 1, { exitCode: 64, message: '{"sent' }),
      'The stage failed and reported no reason. [image_model_error]',
    ],
    [
      'with a message of several lines',
      refused('image', { sentence: 'One\n\ntwo\u0000three' }),
      'One two three. [image_model_error]',
    ],
    [
      'because no node has room for it',
      ended('image', 1, { reason: 'unschedulable', exitCode: null }),
      'The cluster found no node that could run the stage. [unschedulable]',
    ],
  ])('a mandatory stage that fails permanently %s fails the job', (_, attempt, error) => {
    const decision = decideSituation({ status: onImage(), attempts: [attempt] });
    expect(decision.status).toMatchObject({ phase: 'FAILED', error });
    expect(effects(decision)).toEqual({ stops: {}, money: { close: 'release' } });
  });

  test.each<[string, AttemptObservation, string]>([
    [
      'that has failed',
      ended('image', 1, { reason: 'unschedulable', detail: '0/3 nodes are\navailable.' }),
      'The image stage has failed. The cluster reports: 0/3 nodes are available.',
    ],
    [
      'that is retried',
      ended('image', 1, { reason: 'disrupted', detail: 'Evicted: The node was low on memory.' }),
      'Attempt 1 of the image stage has no result, because the stage was interrupted. ' +
        'The cluster reports: Evicted: The node was low on memory.',
    ],
  ])(
    'the detail that the cluster gives about a stage %s is in an Event and not in the status',
    (_, attempt, message) => {
      const decision = decideSituation({ status: onImage(), attempts: [attempt] });
      expect(decision.events).toContainEqual(expect.objectContaining({ message }));
      expect(JSON.stringify(decision.status)).not.toContain('The cluster says');
    },
  );

  test('a stage that no node fits fails the job even if it is optional', () => {
    const attempts = [ended('concept', 1, { reason: 'unschedulable', exitCode: null })];
    const { status } = decideSituation({ status: onConcept(), attempts });
    expect(status.phase).toBe('FAILED');
    expect(status.error).toContain('[unschedulable]');
  });

  test('a stage fails after three counted attempts', () => {
    const decision = decideSituation({
      status: onImage({ attempt: 5, disruptions: 2 }),
      attempts: [crashed('image', 5)],
    });
    expect(decision.status.error).toBe(
      'The image stage failed 3 times, most recently because the stage ended with code 1. [image_model_error]',
    );
    expect(record(decision, 'image')).toMatchObject({ state: 'Failed', attempt: 5 });
  });

  test('the job continues past an optional stage that has no attempts left', () => {
    const decision = decideSituation({ status: onOnboarding({ attempt: 3 }), attempts: [crashed('onboarding', 3)] });
    expect(states(decision)).toEqual(['onboarding Failed 3', 'concept Running 1', 'image Pending 0']);
  });

  test.each<[string, JobSituation, string]>([
    [
      'is cancelled while it waits',
      { spec: imageSpec({ cancel: true }), mayStart: false },
      'The job was cancelled. [cancelled]',
    ],
    [
      'is cancelled while it runs',
      { spec: imageSpec({ cancel: true }), status: onConcept(), attempts: [alive('concept', 1)] },
      'The job was cancelled. [cancelled]',
    ],
    [
      'is cancelled as its last stage ends',
      {
        spec: imageSpec({ cancel: true }),
        status: onImage(),
        attempts: [ended('image', 1)],
        result: whole('image', 1, {}),
      },
      'The job was cancelled. [cancelled]',
    ],
    [
      'is cancelled while it is suspended',
      { spec: imageSpec({ cancel: true, suspend: true }), status: onConcept() },
      'The job was cancelled. [cancelled]',
    ],
    [
      'waits for half an hour',
      { mayStart: false, now: at('12:30:00') },
      'The job was not finished within 30 minutes. [timed_out]',
    ],
    [
      'runs for half an hour',
      { status: onConcept(), attempts: [alive('concept', 1)], now: at('12:30:00') },
      'The job was not finished within 30 minutes. [timed_out]',
    ],
  ])('a job that %s fails, and nothing keeps running', (_, situation, error) => {
    const decision = decideSituation(situation);
    expect(decision.status).toMatchObject({ phase: 'FAILED', error });
    expect(decision.status.stages?.filter(({ state }) => state === 'Running')).toEqual([]);
    expect(effects(decision)).toEqual({ ...(situation.attempts && { stops: {} }), money: { close: 'release' } });
    expect(launches(decision)).toEqual([]);
  });

  test('a job one second before its deadline continues', () => {
    const decision = decideSituation({ status: onConcept(), attempts: [alive('concept', 1)], now: at('12:29:59') });
    expect(decision.status.phase).toBe('PROCESSING');
    expect(decision.requeueAfterMs).toBe(1_000);
  });

  test('a result that was written while no controller ran completes the job, even after the deadline', () => {
    const decision = decideSituation({
      status: onImage(),
      attempts: [],
      result: whole('image', 1, {}),
      now: at('13:00:00'),
    });
    expect(decision.status.phase).toBe('SUCCESS');
  });
});

describe('finished jobs', () => {
  const finished: AdJobStatus = { ...onImage(), phase: 'FAILED', error: 'No. [internal]' };

  test.each<[string, JobSituation]>([
    ['a cancel', { spec: imageSpec({ cancel: true }) }],
    ['a late result', { attempts: [ended('image', 1)], result: whole('image', 1, {}) }],
    ['the passing of time', { now: at('18:00:00') }],
    ['the deletion of the account', { accountExists: false }],
  ])('%s does not change a finished job', (_, situation) => {
    expect(decideSituation({ ...situation, status: finished }).status).toEqual(finished);
  });

  test.each([
    ['SUCCESS', 'settle'],
    ['FAILED', 'release'],
  ] as const)('the open hold of a job in phase %s is closed with %s', (phase, close) => {
    const status = { ...finished, phase };
    expect(effects(decideSituation({ status, isHoldOpen: true }))).toEqual({ money: { close } });
    expect(effects(decideSituation({ status }))).toEqual({});
  });

  test('an attempt that is still alive after the end of its job is stopped', () => {
    expect(effects(decideSituation({ status: finished, attempts: [alive('image', 1)] }))).toEqual({ stops: {} });
  });
});
