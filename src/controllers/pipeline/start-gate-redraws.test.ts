import { describe, expect, test } from '@jest/globals';
import { buildJob } from '../../../test/support/pipeline/build-job.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import { StartGate } from './start-gate.ts';

const on: AdJobStatus = { phase: 'PROCESSING', stages: [{ name: 'image', state: 'Running', attempt: 1 }] };
const over: AdJobStatus = { phase: 'SUCCESS' };

const job = (name: string, status?: AdJobStatus): AdJob =>
  buildJob({ metadata: { name, uid: name }, ...(status && { status }) });
const deleted = (name: string): AdJob => {
  const { metadata, ...rest } = job(name, over);
  const annotations = { 'adwright.dev/redraw': '1' };
  return { ...rest, metadata: { ...metadata, annotations, deletionTimestamp: '2026-11-20T10:00:00Z' } };
};
const key = (name: string) => ({ namespace: 'default', name });

function gateOf(maxRunningJobs: number, ...jobs: AdJob[]): StartGate {
  const gate = new StartGate({ maxRunningJobs });
  for (const one of jobs) gate.observe(one);
  return gate;
}

/** Reports the changed job twice: during a pass of the controller, and when the pass has ended. */
const twice = (gate: StartGate, changed: AdJob) => [...gate.observe(changed), ...gate.observeIdle(changed)];

describe('the redraw of a finished job', () => {
  const open = (name: string): AdJob =>
    buildJob({ metadata: { name, uid: name, annotations: { 'adwright.dev/redraw': '1' } }, status: over });

  test('a redraw gets a free slot once, and keeps it while it is requested', () => {
    const gate = gateOf(1, open('a'), open('b'));
    expect([gate.mayRedraw(open('a')), gate.mayRedraw(open('a')), gate.mayRedraw(open('b'))]).toEqual([
      true,
      true,
      false,
    ]);
    expect(gate.observeIdle(open('a'))).toEqual([]);
    expect(gate.mayRedraw(open('b'))).toBe(false);
  });

  test.each<[string, AdJob[]]>([
    ['running', [job('b', on)]],
    ['waiting', [job('b')]],
  ])('a redraw does not take the slot of a %s job', (_, others) => {
    expect(gateOf(1, open('a'), ...others).mayRedraw(open('a'))).toBe(false);
  });

  test('a redraw counts towards the limit of its account, and not as a running job', () => {
    const gate = new StartGate({ maxRunningJobs: 9 }, () => ({ weight: 1, maxRunningJobs: 1 }));
    for (const one of [open('a'), open('b'), job('c')]) gate.observe(one);
    expect([gate.mayStart('c'), gate.mayRedraw(open('a'))]).toEqual([true, false]);
    gate.observe(job('c', over));
    expect([gate.mayRedraw(open('a')), gate.mayRedraw(open('b'))]).toEqual([true, false]);
    expect(gate.counts(key('acme'))).toEqual({ running: 0, pending: 0 });
  });

  test.each<[string, AdJob]>([
    ['has ended', job('a', over)],
    ['is of a deleted job', deleted('a')],
  ])('the slot of a redraw that %s is offered to the next job', (_, after) => {
    const gate = gateOf(1, open('a'));
    gate.mayRedraw(open('a'));
    gate.observe(job('b'));
    expect([gate.mayStart('b'), ...twice(gate, after)]).toEqual([false, key('b')]);
  });

  test('a redraw keeps its slot while its pod is being stopped', () => {
    const alive = new Set(['a']);
    const gate = new StartGate({ maxRunningJobs: 1 }, undefined, (uid) => alive.has(uid));
    gate.observe(open('a'));
    gate.mayRedraw(open('a'));
    gate.observe(job('b'));
    expect(twice(gate, job('a', over))).toEqual([]);
    alive.clear();
    expect(twice(gate, job('a', over))).toEqual([key('b')]);
  });
});
