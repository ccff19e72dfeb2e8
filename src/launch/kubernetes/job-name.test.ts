import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { jobName } from './job-name.ts';

const label = fc.stringMatching(/^[a-z0-9]([-a-z0-9]{0,60}[a-z0-9])?$/);
const objectName = fc
  .array(label, { minLength: 1, maxLength: 8 })
  .map((labels) => labels.join('.'))
  .filter((name) => name.length <= 253);
const attempts = fc.record({
  owner: fc.record({
    key: fc.record({ namespace: label, name: objectName }),
    uid: fc.uuid(),
    jobId: fc.constant('job'),
  }),
  stage: fc.constantFrom('onboarding', 'concept', 'image', 'script', 'video'),
  attempt: fc.integer({ min: 1, max: 33 }),
});
type Attempt = Parameters<typeof jobName>[0];

const owner = { key: { namespace: 'ads', name: '0198d1c2-7e1b-7c3a-9d3e-3f1a2b4c5d6e' }, uid: 'uid-1', jobId: 'job-1' };
const one: Attempt = { owner, stage: 'image', attempt: 2 };

describe('jobName', () => {
  test('jobName contains owner, stage and attempt', () => {
    expect(jobName(one)).toMatch(/^0198d1c2-7e1b-7c3a-9d3e-3f1a2b4c5d6e-image-2-[a-z2-7]{8}$/);
  });

  test('jobName is valid for a Job and as the host name of its pod', () => {
    fc.assert(
      fc.property(attempts, (attempt) => {
        const name = jobName(attempt);
        expect(name).toMatch(/^[a-z0-9]([-a-z0-9]*[a-z0-9])?$/);
        expect(`${name}-abcde`.length).toBeLessThanOrEqual(63);
      }),
    );
  });

  test('jobName depends on nothing but the attempt and its owner', () => {
    fc.assert(
      fc.property(attempts, ({ owner: of, stage, attempt }) => {
        expect(jobName({ owner: { ...of, jobId: 'other' }, stage, attempt })).toBe(
          jobName({ owner: of, stage, attempt }),
        );
      }),
    );
  });

  test('jobName is different for different attempts', () => {
    fc.assert(
      fc.property(attempts, attempts, (a, b) => {
        const isSame = [a, b].map(({ owner: { key, uid }, stage, attempt }) =>
          JSON.stringify([key, uid, stage, attempt]),
        );
        fc.pre(new Set(isSame).size === 2);
        expect(jobName(a)).not.toBe(jobName(b));
      }),
    );
  });

  test.each<[string, Attempt]>([
    ['an owner of the same name with another uid', { ...one, owner: { ...owner, uid: 'uid-2' } }],
    ['another stage', { ...one, stage: 'concept' }],
    ['another attempt', { ...one, attempt: 3 }],
    [
      'an owner whose long name begins the same',
      { ...one, owner: { ...owner, key: { ...owner.key, name: `${owner.key.name}-${'x'.repeat(60)}` } } },
    ],
  ])('jobName differs for %s', (_, other) => {
    expect(jobName(other)).not.toBe(jobName(one));
  });
});
