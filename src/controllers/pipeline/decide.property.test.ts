import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { happenings, worldAfter } from '../../../test/support/pipeline-happenings.ts';
import type { PipelineWorld } from '../../../test/support/pipeline-world.ts';
import { retryLimits } from '../../domain/retry.ts';
import { decide } from './decide.ts';

const rules = { publicBase: 'https://ads.example' };

/** Nothing more goes wrong: time passes, stages finish, and the controller looks until there is nothing left to do. */
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
  throw new Error('It never ends.');
}

test('whatever happens, a job comes to one end, nothing of it runs on, and no rule is broken', () => {
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

test('looking again without anything having happened soon changes nothing', () => {
  fc.assert(
    fc.property(happenings, (list) => {
      const world = worldAfter(list);
      // Each pass may show one more attempt that an earlier one had left: at most one a stage, then two for stopping.
      for (let pass = 0; pass < 6; pass += 1) world.pass();
      expect(world.pass()).toBe(false);
    }),
    { numRuns: 1_000 },
  );
});

test('decide leaves its input unchanged and decides the same again', () => {
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

/** Freezes a value and all that it holds: a write throws. */
function deepFrozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null) for (const inner of Object.values(value)) deepFrozen(inner);
  return Object.freeze(value);
}
