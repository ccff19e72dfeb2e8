import { describe, expect, test } from '@jest/globals';
import { imageSpec } from '../../../test/support/pipeline/build-job.ts';
import {
  alive,
  at,
  decideSituation,
  ended,
  effects,
  launches,
  onConcept,
  onOnboarding,
  record,
  running,
  stage,
  states,
  succeeded,
  whole,
} from '../../../test/support/pipeline/job-situation.ts';

describe('suspension', () => {
  const suspended = imageSpec({ suspend: true });

  test('suspending a job stops its running stage without counting the attempt', () => {
    const decision = decideSituation({ spec: suspended, status: onConcept(), attempts: [alive('concept', 1)] });
    expect(record(decision, 'concept')).toMatchObject({ state: 'Pending', attempt: 1, disruptions: 1 });
    expect(decision.status).toMatchObject({
      phase: 'PROCESSING',
      suspension: { seconds: 0, since: '2026-11-01T12:00:05Z' },
    });
    expect(Object.keys(effects(decision))).toEqual(['stops']);
  });

  test('suspending a job also stops an attempt that an interrupted pass launched without recording it', () => {
    const decision = decideSituation({
      spec: suspended,
      status: onOnboarding(),
      attempts: [ended('onboarding', 1), alive('concept', 1)],
      result: whole('onboarding'),
    });
    expect(record(decision, 'concept')).toMatchObject({ state: 'Pending', attempt: 1, disruptions: 1 });
    expect(Object.keys(effects(decision))).toEqual(['stops']);
  });

  test('a job created as suspended waits', () => {
    const decision = decideSituation({ spec: suspended });
    expect(decision.status.phase).toBe('PENDING');
    expect(launches(decision)).toEqual([]);
  });

  test('the result of a stage is accepted during suspension, and the next stage waits', () => {
    const decision = decideSituation({
      spec: suspended,
      status: onOnboarding(),
      attempts: [ended('onboarding', 1)],
      result: whole('onboarding'),
    });
    expect(states(decision)).toEqual(['onboarding Succeeded 1', 'concept Pending 0', 'image Pending 0']);
    expect(effects(decision)).toEqual({});
  });

  test('a suspended job does not time out', () => {
    const status = { ...onConcept(), suspension: { seconds: 0, since: '2026-11-01T12:29:00Z' } };
    const decision = decideSituation({ spec: suspended, status, now: at('18:00:00') });
    expect(decision.status.phase).toBe('PROCESSING');
  });

  test('a resumed job starts a new attempt, and its suspended time does not count towards its deadline', () => {
    const status = {
      ...running(
        succeeded('onboarding'),
        stage('concept', 'Pending', { attempt: 1, disruptions: 1 }),
        stage('image', 'Pending'),
      ),
      suspension: { seconds: 60, since: '2026-11-01T12:10:00Z' },
    };
    const decision = decideSituation({ status, now: at('12:50:00') });
    expect(launches(decision)).toEqual(['concept-2']);
    expect(decision.status.suspension).toEqual({ seconds: 2_460 });
    expect(decision.status.phase).toBe('PROCESSING');
  });

  test('a resumed job waits for a slot', () => {
    const status = running(succeeded('onboarding'), stage('concept', 'Pending'), stage('image', 'Pending'));
    expect(launches(decideSituation({ status, mayStart: false }))).toEqual([]);
  });

  test('a resumed job waits until the attempt that was stopped has ended', () => {
    const status = running(
      succeeded('onboarding'),
      stage('concept', 'Pending', { attempt: 1, disruptions: 1 }),
      stage('image', 'Pending'),
    );
    const decision = decideSituation({ status, attempts: [alive('concept', 1)] });
    expect(Object.keys(effects(decision))).toEqual(['stops']);
  });
});
