import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { happenings, worldAfter } from '../../../test/support/pipeline/pipeline-happenings.ts';
import type { PipelineWorld } from '../../../test/support/pipeline/pipeline-world.ts';
import { retryLimits } from '../../domain/retry.ts';
import { decide } from './decide.ts';

const rules = { publicBase: 'https://ads.example', imagePullSeconds: 1_500 };

/**
 * Brings the job to its end without further faults: lets time pass and stages finish, and makes passes of the
 * controller until a pass changes nothing.
 */
function letItEnd(world: PipelineWorld): void {
  world.hasRoom = true;
  world.edit({ suspend: false });
  for (let turn = 0; turn < 100; turn += 1) {
    world.now = new Date(world.now.getTime() + 5_000);
    world.audit();
    const isBusy = world.pass();
    if (!isBusy && world.alive.length === 0) return;
    for (const one of world.alive) world.end(one, 'done');
  }
  throw new Error('the job has not ended after 100 turns');
}

test('after any sequence of events a job ends once, without a live attempt and without a broken rule', () => {
  fc.assert(
    fc.property(happenings, (list) => {
      const world = worldAfter(list);
      letItEnd(world);
      expect(world.wrongs).toEqual([]);
      expect(world.alive).toEqual([]);
      expect(world.isGone || world.isTerminal).toBe(true);
      expect(world.hold).toBe(world.job.status?.phase === 'SUCCESS' ? 'settle' : 'release');
      for (const { attempt, disruptions = 0 } of world.job.status?.stages ?? []) {
        expect(attempt - disruptions).toBeLessThanOrEqual(retryLimits.attemptsMax);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('repeated passes without new events stop changing the job', () => {
  fc.assert(
    fc.property(happenings, (list) => {
      const world = worldAfter(list);
      // A pass may find an attempt that an earlier pass has launched, at most one for each stage, and stops it. Two
      // passes stop an attempt.
      for (let pass = 0; pass < 6; pass += 1) world.pass();
      expect(world.pass()).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test('decide does not modify its input', () => {
  fc.assert(
    fc.property(happenings, (list) => {
      const world = worldAfter(list);
      const seen = deepFrozen(world.see());
      const first = decide(seen, world.now, rules);
      expect(decide(structuredClone(seen), world.now, rules)).toEqual(first);
    }),
    { numRuns: 100 },
  );
});

/** Freezes a value and all values in it, so that a write to any of them throws. */
function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) deepFrozen(inner);
  return Object.freeze(value);
}
