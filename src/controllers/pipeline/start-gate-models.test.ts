import { beforeEach, expect, test } from '@jest/globals';
import { buildJob } from '../../../test/support/pipeline/build-job.ts';
import { onConcept, onImage, running, stage, succeeded } from '../../../test/support/pipeline/job-situation.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import { defaultShare } from '../../domain/fairness.ts';
import { StartGate } from './start-gate.ts';

const painter = { stage: 'image', models: [{ name: 'painter', concurrency: 1 }] };
const none = { stage: 'concept', models: [] };
const waitsForImage = running(succeeded('onboarding'), succeeded('concept'), stage('image', 'Pending'));

let limits: { small: number };
let gate: StartGate;

beforeEach(() => {
  limits = { small: 10 };
  const needsOf = ({ status }: AdJob) => (status?.stages?.[1]?.state === 'Succeeded' ? painter : none);
  const shareOf = ({ name }: { name: string }) => ({
    ...defaultShare,
    maxRunningJobs: name === 'small' ? limits.small : undefined,
  });
  gate = new StartGate({ maxRunningJobs: 3 }, shareOf, undefined, {
    needsOf,
    ask: () => 'free',
    probed: () => undefined,
  });
});

/** Returns a job of an account that was created at the given second. */
function job(second: number, status: AdJobStatus, account = 'acme'): AdJob {
  const name = `job-${second}`;
  const creationTimestamp = `2026-11-01T12:00:${String(second).padStart(2, '0')}Z`;
  const built = buildJob({ status, metadata: { name, uid: name, creationTimestamp } });
  return { ...built, spec: { ...built.spec, accountRef: { name: account } } };
}

/** Observes a job, and returns the names of the jobs that may start by that. */
const observe = (seen: AdJob): string[] => gate.observe(seen).map(({ name }) => name);

test('a job whose model is in use waits without a slot, and other jobs pass it', () => {
  observe(job(1, onImage()));
  observe(job(2, waitsForImage));
  observe(job(3, onConcept()));
  observe(job(4, running(succeeded('onboarding'), stage('concept', 'Pending'), stage('image', 'Pending'))));
  expect([gate.mayStart('job-2'), gate.mayStart('job-4')]).toEqual([false, true]);
  const { namespace } = job(1, onImage()).metadata;
  expect(gate.counts({ namespace, name: 'acme' })).toEqual({ running: 2, pending: 2 });
});

test('jobs that wait for a model are served in the order of their age', () => {
  observe(job(1, onImage()));
  for (const second of [4, 2, 3]) {
    observe(job(second, waitsForImage));
    expect(gate.mayStart(`job-${second}`)).toBe(false);
  }
  const served: string[] = [];
  for (let current = 'job-1'; ;) {
    const second = Number(current.slice('job-'.length));
    const [next, ...others] = observe(job(second, { ...onImage(), phase: 'SUCCESS' }));
    expect(others).toEqual([]);
    if (next === undefined) break;
    served.push(next);
    expect(gate.mayUse(next, painter)).toBe(true);
    observe(job(Number(next.slice('job-'.length)), onImage()));
    current = next;
  }
  expect(served).toEqual(['job-2', 'job-3', 'job-4']);
});

test('a job that comes to a stage whose model others wait for waits for its turn', () => {
  observe(job(1, onImage()));
  observe(job(9, waitsForImage));
  gate.mayStart('job-9');
  observe(job(2, onConcept()));
  observe(job(3, onConcept()));
  observe(job(4, onConcept()));
  expect(observe(job(1, { ...onImage(), phase: 'SUCCESS' }))).toEqual([]);
  expect(gate.mayUse('job-2', painter)).toBe(false);
  expect(observe(job(2, waitsForImage))).toEqual(['job-2']);
  expect(gate.mayUse('job-2', painter)).toBe(true);
  expect(gate.mayUse('job-3', painter)).toBe(false);
});

test('a job of an account at its limit does not keep others from a model', () => {
  limits.small = 1;
  observe(job(1, onImage()));
  observe(job(2, onConcept(), 'small'));
  observe(job(3, waitsForImage, 'small'));
  observe(job(4, waitsForImage));
  expect(gate.mayStart('job-4')).toBe(false);
  expect(observe(job(1, { ...onImage(), phase: 'SUCCESS' }))).toEqual(['job-4']);
});

test('a job that no longer waits lets the next one of its account use the model', () => {
  observe(job(1, onImage()));
  observe(job(2, waitsForImage));
  observe(job(3, waitsForImage));
  gate.mayStart('job-3');
  gate.observe({ ...job(2, waitsForImage), metadata: { ...job(2, waitsForImage).metadata, deletionTimestamp: 'now' } });
  expect(observe(job(1, { ...onImage(), phase: 'SUCCESS' }))).toEqual(['job-3']);
});

test('a job counts for the model of its next stage before the cache shows the stage', () => {
  observe(job(1, onConcept()));
  observe(job(2, onConcept()));
  expect(gate.mayUse('job-1', painter)).toBe(true);
  observe(job(1, onConcept()));
  expect(gate.mayUse('job-2', painter)).toBe(false);
  observe(job(1, onImage()));
  expect(gate.mayUse('job-1', painter)).toBe(true);
  expect(gate.mayUse('job-2', painter)).toBe(false);
});
