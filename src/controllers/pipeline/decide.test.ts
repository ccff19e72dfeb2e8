import { describe, expect, test } from '@jest/globals';
import { imageSpec, jobName, videoSpec } from '../../../test/support/pipeline/build-job.ts';
import {
  admitted,
  alive,
  crashed,
  decideSituation,
  ended,
  effects,
  launches,
  onImage,
  onOnboarding,
  reconciling,
  record,
  refOf,
  refused,
  states,
  whole,
  type JobSituation,
} from '../../../test/support/pipeline/job-situation.ts';
import type { AttemptObservation } from '../../launch/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import type { Issue } from '../../schema/issue.ts';
import type { SeenResult } from './attempt-end.ts';
import type { LedgerAdmission } from './decision-input.ts';

const paid = (credits: number): LedgerAdmission => ({ kind: 'admitted', credits, isCancelled: false });

const problems = (count: number): Issue[] =>
  Array.from({ length: count }, (_, index) => ({
    loc: ['spec', 'image', `field${index}`],
    msg: 'Give another.',
    type: 'bad_value',
  }));

describe('admission', () => {
  test('a new job is admitted, priced and launched in one pass', () => {
    const decision = decideSituation({});
    expect(decision.status).toMatchObject({
      phase: 'PROCESSING',
      jobId: jobName,
      credits: { required: 5 },
      startTime: '2026-11-01T12:00:05Z',
      observedGeneration: 1,
      conditions: [{ type: 'Admitted', status: 'True', observedGeneration: 1 }, { type: 'Reconciling' }],
    });
    expect(states(decision)).toEqual(['onboarding Running 1', 'concept Pending 0', 'image Pending 0']);
    expect(launches(decision)).toEqual(['onboarding-1']);
  });

  test('an AdJob without the finalizer gets the finalizer before anything else', () => {
    const decision = decideSituation({ metadata: { finalizers: ['other/one'] } });
    expect(effects(decision)).toEqual({ finalizer: 'add' });
    expect(decision.status).toEqual({});
  });

  test('a job without a free slot is admitted and waits until it times out', () => {
    const decision = decideSituation({ mayStart: false });
    expect(decision.status).toMatchObject({ phase: 'PENDING', conditions: [{ type: 'Admitted', status: 'True' }, {}] });
    expect(effects(decision)).toEqual({});
    expect(decision.events).toEqual([]);
    expect(decision.requeueAfterMs).toBe(30 * 60_000 - 5_000);
  });

  test.each<[string, JobSituation, string, string]>([
    [
      'a missing account',
      { accountExists: false },
      'The account "acme" does not exist. [account_not_found]',
      'AccountNotFound',
    ],
    [
      'a missing API key',
      { keyExists: false },
      'The API key "acme-key" does not exist. [key_not_found]',
      'KeyNotFound',
    ],
    [
      'an API key of another account',
      { isKeyOwn: false },
      'The API key "acme-key" does not belong to the account "acme". [refused]',
      'Refused',
    ],
    [
      'a spec that fails validation',
      { problems: problems(1) },
      'spec.image.field0: Give another. [refused]',
      'Refused',
    ],
    [
      'a spec that has five problems',
      { problems: problems(5) },
      'spec.image.field0: Give another. spec.image.field1: Give another. spec.image.field2: Give another. And 2 more. [refused]',
      'Refused',
    ],
    [
      'an invalid spec and a missing account',
      { problems: problems(1), accountExists: false },
      'spec.image.field0: Give another. [refused]',
      'Refused',
    ],
    [
      'insufficient credits',
      { admission: { kind: 'insufficient', required: 5, available: 3 } },
      'The job needs 5 credits, and the account "acme" has 3 available. [insufficient_credits]',
      'InsufficientCredits',
    ],
    [
      'a name that is the id of another job',
      { admission: { kind: 'taken' } },
      `The name "${jobName}" is the id of another job. [refused]`,
      'Refused',
    ],
  ])('a job with %s fails without launching a stage', (_, situation, error, reason) => {
    const decision = decideSituation(situation);
    expect(decision.status).toMatchObject({ phase: 'FAILED', error });
    expect(decision.status.conditions).toMatchObject([
      { type: 'Admitted', status: 'False', reason },
      { type: 'Failed', status: 'True', reason },
      { type: 'Stalled', status: 'True', reason, message: error },
    ]);
    expect(effects(decision)).toEqual({ money: { close: 'release' } });
  });

  test('a job refused for insufficient credits shows its price and no charge', () => {
    const { status } = decideSituation({ admission: { kind: 'insufficient', required: 5, available: 3 } });
    expect(status.credits).toEqual({ required: 5, charged: 0 });
  });

  test('the price of a job is the price in the ledger, even if the price list has changed', () => {
    expect(decideSituation({ admission: paid(7) }).status.credits).toEqual({ required: 7 });
  });

  test('an AdJob whose intent was given up is deleted without a status write', () => {
    const decision = decideSituation({ admission: { kind: 'given-up' } });
    expect(decision.status).toEqual({});
    expect(effects(decision)).toEqual({ deletion: { object: true } });
  });

  test('a cancel stored in the intent is copied to the AdJob, and then the intent is dropped', () => {
    const admission = { kind: 'admitted', credits: 5, isCancelled: true } as const;
    const first = decideSituation({ admission });
    expect(first.status).toEqual({});
    expect(effects(first)).toEqual({ patch: { cancel: true }, money: { dropIntent: true } });
    const second = decideSituation({ admission, spec: imageSpec({ cancel: true }) });
    expect(second).toMatchObject({ status: {}, requeueAfterMs: 0 });
    expect(effects(second)).toEqual({ money: { dropIntent: true } });
  });

  test('a job whose spec is invalid has no price and no stages', () => {
    const { image: _none, ...spec } = imageSpec();
    const { status } = decideSituation({ problems: problems(1), spec });
    expect(Object.keys(status).toSorted()).toEqual([
      'completionTime',
      'conditions',
      'error',
      'jobId',
      'observedGeneration',
      'phase',
      'stages',
    ]);
    expect(status.stages).toEqual([]);
  });

  test('an admitted job is not checked again for its account, its key and its spec', () => {
    const decision = decideSituation({
      status: { phase: 'PENDING', conditions: [admitted] },
      accountExists: false,
      keyExists: false,
      isKeyOwn: false,
      problems: problems(1),
    });
    expect(launches(decision)).toEqual(['onboarding-1']);
  });

  test('a video job has its price and starts with the script stage', () => {
    const decision = decideSituation({ spec: videoSpec(), admission: paid(30) });
    expect(decision.status).toMatchObject({ phase: 'PROCESSING', credits: { required: 30 } });
    expect(states(decision)).toEqual(['onboarding Skipped 0', 'script Running 1', 'video Pending 0']);
    expect(launches(decision)).toEqual(['script-1']);
  });

  test.each<[string, AdJobSpec, string[], string[]]>([
    [
      'a user direction skips the concept stage',
      imageSpec({}, { userDirection: 'Warm light.' }),
      ['onboarding Running 1', 'concept Skipped 0', 'image Pending 0'],
      ['onboarding-1'],
    ],
    [
      'a job with a user direction and without a page runs the image stage alone',
      imageSpec({
        image: {
          brandData: { brandImages: [{ imageUrl: 'https://brand.example/logo.png' }] },
          generationMetadata: {
            aspectRatios: '1:1',
            language: 'en',
            noText: false,
            resolution: '1K',
            userDirection: 'Warm light.',
          },
        },
      }),
      ['onboarding Skipped 0', 'concept Skipped 0', 'image Running 1'],
      ['image-1'],
    ],
  ])('%s', (_, spec, want, launched) => {
    const decision = decideSituation({ spec });
    expect(states(decision)).toEqual(want);
    expect(launches(decision)).toEqual(launched);
  });
});

describe('progress through the stages', () => {
  test('a running stage is left unchanged', () => {
    const status = { ...onOnboarding(), observedGeneration: 1, conditions: [admitted, reconciling] };
    const decision = decideSituation({ status, attempts: [alive('onboarding', 1)] });
    expect(decision.status).toEqual(status);
    expect(effects(decision)).toEqual({});
    expect(decision.events).toEqual([]);
  });

  test('a finished stage starts the next stage in the same pass', () => {
    const decision = decideSituation({
      status: onOnboarding(),
      attempts: [ended('onboarding', 1)],
      result: whole('onboarding'),
      mayStart: false,
    });
    expect(states(decision)).toEqual(['onboarding Succeeded 1', 'concept Running 1', 'image Pending 0']);
    expect(record(decision, 'onboarding')).toMatchObject({
      resultRef: refOf('onboarding', 1),
      message: 'onboarding is done.',
      completionTime: '2026-11-01T12:00:05Z',
    });
    expect(decision.launches).toEqual([
      { stage: 'concept', attempt: 1, earlier: { onboarding: { state: 'Succeeded' } } },
    ]);
    expect(decision.metrics).toContainEqual({
      kind: 'stage',
      stage: 'onboarding',
      outcome: 'done',
      seconds: 2.5,
    });
  });

  test('the launch of the next stage includes why an optional stage failed', () => {
    const decision = decideSituation({
      status: onOnboarding(),
      attempts: [refused('onboarding', { sentence: 'No page could be read.', unread: 'Timeout' })],
    });
    expect(decision.status.phase).toBe('PROCESSING');
    expect(decision.launches).toEqual([
      {
        stage: 'concept',
        attempt: 1,
        earlier: { onboarding: { state: 'Failed', message: 'No page could be read.' } },
      },
    ]);
  });

  test.each<[string, AttemptObservation[], SeenResult, string]>([
    ['that crashes', [crashed('onboarding', 1)], { kind: 'none' }, 'the stage ended with code 1'],
    [
      'that crashes with a reason',
      [ended('onboarding', 1, { exitCode: 1, message: '{"sentence":"Out of luck."}' })],
      { kind: 'none' },
      'the stage ended with code 1 (Out of luck)',
    ],
    [
      'that is killed by a signal',
      [ended('onboarding', 1, { exitCode: null })],
      { kind: 'none' },
      'the stage was killed',
    ],
    ['that succeeds without a result', [ended('onboarding', 1)], { kind: 'none' }, 'the stage wrote no result'],
    [
      'that leaves an unreadable result',
      [ended('onboarding', 1)],
      { kind: 'garbage', why: 'the result could not be read' },
      'the result could not be read',
    ],
    [
      'that exceeds its deadline',
      [ended('onboarding', 1, { reason: 'deadline-exceeded', exitCode: null })],
      { kind: 'none' },
      'the stage took too long',
    ],
    [
      'that needs too much memory',
      [ended('onboarding', 1, { reason: 'out-of-memory', exitCode: 137 })],
      { kind: 'none' },
      'the stage needed too much memory',
    ],
  ])('an attempt %s counts and is retried', (_, attempts, result, reason) => {
    const decision = decideSituation({ status: onOnboarding(), attempts, result });
    expect(launches(decision)).toEqual(['onboarding-2']);
    expect(record(decision, 'onboarding')).toMatchObject({ state: 'Running', attempt: 2 });
    expect(record(decision, 'onboarding')?.disruptions).toBeUndefined();
    expect(record(decision, 'onboarding')?.message).toContain(reason);
  });

  test('after a second crash a stage waits five seconds for its third attempt', () => {
    const attempts = [ended('image', 2, { exitCode: 1, endTime: '2026-11-01T12:00:03.500Z' })];
    const waiting = decideSituation({ status: onImage({ attempt: 2 }), attempts });
    expect(states(waiting)).toContain('image Pending 2');
    expect(launches(waiting)).toEqual([]);
    expect(waiting.requeueAfterMs).toBe(3_500);

    const early = decideSituation({ status: waiting.status, attempts, now: new Date('2026-11-01T12:00:08.499Z') });
    expect([launches(early), early.requeueAfterMs]).toEqual([[], 1]);
    const due = decideSituation({ status: waiting.status, attempts, now: new Date('2026-11-01T12:00:08.500Z') });
    expect(launches(due)).toEqual(['image-3']);
  });

  test.each<[string, AttemptObservation[]]>([
    ['is disrupted by a drained node', [ended('image', 3, { reason: 'disrupted', exitCode: null })]],
    ['ends because its access expired', [ended('image', 3, { exitCode: 65 })]],
    ['vanishes with a killed service', []],
  ])('an attempt that %s does not count', (_, attempts) => {
    const decision = decideSituation({ status: onImage({ attempt: 3 }), attempts });
    expect(launches(decision)).toEqual(['image-4']);
    expect(record(decision, 'image')).toMatchObject({ state: 'Running', attempt: 4, disruptions: 1 });
  });

  test('a disruption counts after 30 disruptions', () => {
    const decision = decideSituation({ status: onImage({ attempt: 33, disruptions: 30 }), attempts: [] });
    expect(decision.status.error).toBe(
      'The image stage failed 3 times, most recently because the stage disappeared. [image_model_error]',
    );
  });

  test.each<[string, AttemptObservation[]]>([
    ['is missing', []],
    ['was killed with its node', [ended('onboarding', 1, { reason: 'disrupted', exitCode: null })]],
    ['hung after its work', [ended('onboarding', 1, { reason: 'deadline-exceeded', exitCode: null })]],
  ])('the result of an attempt that %s is accepted', (_, attempts) => {
    const decision = decideSituation({ status: onOnboarding(), attempts, result: whole('onboarding') });
    expect(states(decision)).toEqual(['onboarding Succeeded 1', 'concept Running 1', 'image Pending 0']);
  });

  test('if an attempt is missing, later stages skip the attempt number that an interrupted pass may have used', () => {
    const decision = decideSituation({ status: onOnboarding(), attempts: [] });
    expect(record(decision, 'concept')).toMatchObject({ state: 'Pending', attempt: 1, disruptions: 1 });
    expect(record(decision, 'image')).toMatchObject({ state: 'Pending', attempt: 1, disruptions: 1 });
  });

  test('an attempt that an interrupted pass launched with other inputs is stopped before the stage continues', () => {
    const decision = decideSituation({ status: onOnboarding(), attempts: [alive('concept', 1)] });
    expect(effects(decision)).toEqual({ stops: { only: [{ stage: 'concept', attempt: 1 }] } });
    expect(states(decision)).toEqual(['onboarding Pending 1', 'concept Pending 1', 'image Pending 1']);
  });

  test('an attempt that an interrupted pass launched with the right inputs is adopted', () => {
    const decision = decideSituation({
      status: onOnboarding(),
      attempts: [ended('onboarding', 1), alive('concept', 1)],
      result: whole('onboarding'),
    });
    expect(effects(decision)).toEqual({ launches: ['concept-1'] });
    expect(states(decision)).toEqual(['onboarding Succeeded 1', 'concept Running 1', 'image Pending 0']);
  });

  test('unknown stages and conditions in the status are kept unchanged', () => {
    const unknownStage = { name: 'polish', state: 'Running', attempt: 7 } as const;
    const unknownCondition = { ...admitted, type: 'Blessed' };
    const status = onOnboarding();
    const decision = decideSituation({
      status: {
        ...status,
        stages: [unknownStage, ...(status.stages ?? [])],
        conditions: [unknownCondition, admitted],
      },
      attempts: [ended('onboarding', 1)],
      result: whole('onboarding'),
    });
    expect(decision.status.stages?.[0]).toEqual(unknownStage);
    expect(decision.status.conditions?.[0]).toEqual(unknownCondition);
  });
});
