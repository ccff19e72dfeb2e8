import { describe, expect, test } from '@jest/globals';
import { imageSpec } from '../../../test/support/pipeline/build-job.ts';
import {
  admitted,
  alive,
  crashed,
  decideSituation,
  ended,
  effects,
  launches,
  onConcept,
  onOnboarding,
  record,
  refused,
  stage,
  running,
  succeeded,
  whole,
  type JobSituation,
} from '../../../test/support/pipeline/job-situation.ts';
import { findCondition } from '../../domain/conditions.ts';
import type { AttemptObservation } from '../../launch/port.ts';
import type { AdJobSpec } from '../../schema/adjob.ts';
import { UnreadReason } from '../../schema/brand-read.ts';
import type { Decision } from './decision.ts';

const sentence = 'Nothing was read from brand_data.brand_url at brand.example: the name does not resolve.';
const unread = { code: 'brand_unreadable', sentence, unread: 'NameNotResolved' };
const unresolved = ended('onboarding', 1, { exitCode: 0, message: JSON.stringify(unread) });

function withoutPages(): AdJobSpec {
  const { image, ...spec } = imageSpec();
  if (image === undefined) throw new Error('the sample spec has no image');
  return { ...spec, image: { ...image, brandData: { brandName: 'Acme' } } };
}

const brandRead = ({ status }: Decision) => findCondition(status.conditions, 'BrandRead');
const onboardings = ({ metrics }: Decision) => metrics.filter(({ kind }) => kind === 'onboarding');

describe('a job whose brand pages cannot be read', () => {
  test.each<[string, AttemptObservation]>([
    ['ends in order', unresolved],
    ['of an earlier version ends with exit code 64', refused('onboarding', unread)],
  ])('continues with a condition, one Event and one measurement if the stage %s', (_, attempt) => {
    const decision = decideSituation({ status: onOnboarding(), attempts: [attempt] });
    expect(record(decision, 'onboarding')).toMatchObject({ state: 'Failed', attempt: 1, message: sentence });
    expect(launches(decision)).toEqual(['concept-1']);
    expect(decision.status.conditions).toEqual([
      admitted,
      {
        type: 'BrandRead',
        status: 'False',
        reason: 'NameNotResolved',
        message: sentence,
        lastTransitionTime: '2026-11-01T12:00:05Z',
        observedGeneration: 1,
      },
      expect.objectContaining({ type: 'Reconciling' }),
    ]);
    expect(decision.events).toEqual([{ type: 'Warning', reason: 'BrandNotRead', message: sentence }]);
    expect(onboardings(decision)).toEqual([{ kind: 'onboarding', outcome: 'not_read', reason: 'NameNotResolved' }]);
  });

  test.each(UnreadReason.options)(
    'the BrandRead condition has the reason that the onboarding stage gives: %s',
    (unread) => {
      const decision = decideSituation({
        status: onOnboarding(),
        attempts: [refused('onboarding', { sentence, unread })],
      });
      expect(brandRead(decision)).toMatchObject({ status: 'False', reason: unread, message: sentence });
    },
  );

  test.each<[string, AttemptObservation, UnreadReason, string]>([
    [
      'takes too long',
      ended('onboarding', 3, { reason: 'deadline-exceeded', exitCode: null }),
      'Timeout',
      'the onboarding stage failed 3 times, most recently because the stage took too long',
    ],
    [
      'crashes',
      crashed('onboarding', 3),
      'NoContent',
      'the onboarding stage failed 3 times, most recently because the stage ended with code 1',
    ],
    [
      'gives an unknown reason',
      ended('onboarding', 3, { exitCode: 64, message: '{"sentence":"It was odd.","unread":"Odd"}' }),
      'NoContent',
      'it was odd',
    ],
  ])(
    'an onboarding stage that %s sets BrandRead to False with a reason and a message that names the pages',
    (_, attempt, reason, why) => {
      const decision = decideSituation({ status: onOnboarding({ attempt: 3 }), attempts: [attempt] });
      const message = `Nothing was read from brand_data.brand_url at brand.example: ${why}.`;
      expect(brandRead(decision)).toMatchObject({ status: 'False', reason, message });
      expect(record(decision, 'onboarding')).toMatchObject({ state: 'Failed', message });
    },
  );

  test('the message of a failed onboarding stage is the first note of the response', () => {
    const status = running(
      stage('onboarding', 'Failed', { message: sentence }),
      stage('concept', 'Failed', { message: 'The concept stage failed.' }),
      stage('image', 'Running'),
    );
    const response = { notes: [sentence, 'The logo was left out.'] };
    const decision = decideSituation({ status, attempts: [ended('image', 1)], result: whole('image', 1, response) });
    expect(decision.status.response?.['notes']).toEqual([
      sentence,
      'The concept stage failed.',
      'The logo was left out.',
    ]);
  });

  test('the BrandNotRead Event includes the detail that the cluster gives', () => {
    const attempt = ended('onboarding', 3, { reason: 'out-of-memory', exitCode: 137, detail: 'OOMKilled' });
    const decision = decideSituation({ status: onOnboarding({ attempt: 3 }), attempts: [attempt] });
    expect(decision.events).toMatchObject([
      { reason: 'BrandNotRead', message: expect.stringMatching(/too much memory\. The cluster reports: OOMKilled$/) },
    ]);
  });
});

test('a job whose page was read has BrandRead=True and no Event', () => {
  const situation = { status: onOnboarding(), attempts: [ended('onboarding', 1)], result: whole('onboarding') };
  const decision = decideSituation(situation);
  expect(brandRead(decision)).toMatchObject({ status: 'True', reason: 'PageRead' });
  expect(decision.events).toEqual([]);
  expect(onboardings(decision)).toEqual([{ kind: 'onboarding', outcome: 'read', reason: 'PageRead' }]);
});

test.each<[string, JobSituation]>([
  ['names no page', { spec: withoutPages() }],
  ['is at its first stage', { status: onOnboarding(), attempts: [alive('onboarding', 1)] }],
  ['retries its first stage', { status: onOnboarding(), attempts: [crashed('onboarding', 1)] }],
  ['lost the attempt of its first stage', { status: onOnboarding() }],
  [
    'waits until its first stage can be scheduled',
    { status: onOnboarding(), attempts: [ended('onboarding', 1, { reason: 'unschedulable' })] },
  ],
  ['is past its first stage', { status: onConcept(), attempts: [ended('concept', 1)], result: whole('concept') }],
  [
    'is cancelled when its first stage ends',
    { spec: imageSpec({ cancel: true }), status: onOnboarding(), attempts: [unresolved] },
  ],
])('a job that %s has no BrandRead condition', (_, situation) => {
  const decision = decideSituation({ ...situation, requiresReadableBrand: true });
  expect(brandRead(decision)).toBeUndefined();
  expect(onboardings(decision)).toEqual([]);
});

describe('requiresReadableBrand', () => {
  const requiresReadableBrand = true;

  test('with requiresReadableBrand, a job without a readable brand fails and its hold is released', () => {
    const decision = decideSituation({ status: onOnboarding(), attempts: [unresolved], requiresReadableBrand });
    expect(decision.status).toMatchObject({
      phase: 'FAILED',
      error: `${sentence} [brand_unreadable]`,
      credits: { required: 5, charged: 0 },
    });
    expect(decision.status.response).toBeUndefined();
    expect(launches(decision)).toEqual([]);
    expect(effects(decision)).toEqual({ stops: {}, money: { close: 'release' } });
    expect(brandRead(decision)).toMatchObject({ status: 'False', reason: 'NameNotResolved' });
    expect(findCondition(decision.status.conditions, 'Failed')).toMatchObject({ reason: 'BrandUnreadable' });
    expect(decision.events).toMatchObject([{ reason: 'BrandNotRead' }, { reason: 'Failed' }]);
  });

  test('with requiresReadableBrand, a job with a readable brand continues', () => {
    const situation = { status: onOnboarding(), attempts: [ended('onboarding', 1)], result: whole('onboarding') };
    expect(launches(decideSituation({ ...situation, requiresReadableBrand }))).toEqual(['concept-1']);
  });

  test('with requiresReadableBrand, a job past onboarding does not fail later', () => {
    const failed = stage('onboarding', 'Failed', { message: sentence });
    const status = running(failed, succeeded('concept'), stage('image', 'Pending'));
    expect(launches(decideSituation({ status, requiresReadableBrand }))).toEqual(['image-1']);
  });
});
