import { describe, expect, test } from '@jest/globals';
import { buildJob, imageSpec } from '../../../test/support/build-job.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import { StartGate } from './start-gate.ts';

const on: AdJobStatus = { phase: 'PROCESSING', stages: [{ name: 'image', state: 'Running', attempt: 1 }] };
const over: AdJobStatus = { phase: 'SUCCESS' };

/** Named in the order of their age. */
const job = (name: string, status?: AdJobStatus, suspend = false): AdJob =>
  buildJob({ metadata: { name, uid: name }, spec: imageSpec({ suspend }), ...(status && { status }) });
const key = (name: string) => ({ namespace: 'default', name });

function gateOf(maxRunningJobs: number, ...jobs: AdJob[]): StartGate {
  const gate = new StartGate({ maxRunningJobs });
  for (const one of jobs) gate.observe(one);
  return gate;
}

describe('who may start', () => {
  test('as many as there is room for, also before the cache shows that they run', () => {
    const gate = gateOf(2, job('a'), job('b'), job('c'));
    expect([gate.mayStart('a'), gate.mayStart('b'), gate.mayStart('c')]).toEqual([true, true, false]);
  });

  test('the older one goes first, whoever asks first', () => {
    const gate = gateOf(1, job('a'), job('b'));
    expect([gate.mayStart('b'), gate.mayStart('a')]).toEqual([false, true]);
  });

  test('a job that has its place keeps it when it asks again', () => {
    const gate = gateOf(1, job('a'));
    expect([gate.mayStart('a'), gate.mayStart('a')]).toEqual([true, true]);
  });

  test('jobs that ran before this process count', () => {
    expect(gateOf(1, job('a', on), job('b')).mayStart('b')).toBe(false);
  });

  test('nobody where nothing may run', () => {
    expect(gateOf(0, job('a')).mayStart('a')).toBe(false);
  });

  test('a suspended job is not in the way', () => {
    expect(gateOf(1, job('a', undefined, true), job('b')).mayStart('b')).toBe(true);
  });
});

describe('a place that becomes free', () => {
  test.each<[string, (gate: StartGate) => unknown]>([
    ['ends', (gate) => gate.observe(job('a', over))],
    ['is gone', (gate) => gate.forget('a')],
    ['is suspended', (gate) => gate.observe(job('a', { phase: 'PROCESSING', stages: [] }, true))],
  ])('is offered when a job %s', (_, leave) => {
    const gate = gateOf(1, job('a', on), job('b'), job('c'));
    expect(leave(gate)).toEqual([key('b')]);
    expect(gate.mayStart('b')).toBe(true);
  });

  test('is not offered while it is still held', () => {
    const gate = gateOf(1, job('a', on), job('b'));
    expect(gate.observe(job('a', on))).toEqual([]);
  });
});
