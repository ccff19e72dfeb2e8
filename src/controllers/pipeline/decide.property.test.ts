import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { PipelineWorld, type Cut, type End } from '../../../test/support/pipeline-world.ts';
import { retryLimits } from '../../domain/retry.ts';

/** Something that happens to a job; its name tells a counterexample. */
interface Happening {
  name: string;
  to: (world: PipelineWorld) => void;
}

const happening = (name: string, to: (world: PipelineWorld) => void): Happening => ({ name, to });
const ends: End[] = ['done', 'crashed', 'refused', 'disrupted', 'access-expired', 'too-slow', 'garbage'];
const cuts: Cut[] = ['not', 'not', 'not', 'after-launch', 'after-write'];

const passes = cuts.map((cut) => happening(`pass, cut off: ${cut}`, (world) => void world.pass(cut)));
const endings = ends.map((how) =>
  happening(`an attempt ends: ${how}`, (world) => {
    for (const one of world.alive.slice(0, 1)) world.end(one, how);
  }),
);
const losses = [
  happening('attempts are lost', (world) => {
    world.loseAttempts();
  }),
  happening('attempts are lost after their results', (world) => {
    for (const one of world.alive) world.leaveResult(one);
    world.loseAttempts();
  }),
];
const wishes = [
  ...[true, false].map((suspend) =>
    happening(`suspend: ${suspend}`, (world) => {
      world.edit({ suspend });
    }),
  ),
  ...[true, false].map((hasRoom) =>
    happening(`room: ${hasRoom}`, (world) => {
      world.hasRoom = hasRoom;
    }),
  ),
];
const rules = [
  happening('rules become stricter', (world) => {
    world.problems = [{ loc: ['spec'], msg: 'Give another.', type: 'bad_value' }];
  }),
];
const times = [0.1, 1, 8].map((minutes) =>
  happening(`${minutes} minutes pass`, (world) => {
    world.now = new Date(world.now.getTime() + minutes * 60_000);
  }),
);
const finals = [
  happening('cancel', (world) => {
    world.edit({ cancel: true });
  }),
  happening('delete', (world) => {
    world.delete();
  }),
];

const happenings = fc.array(
  fc.oneof(
    { arbitrary: fc.constantFrom(...passes), weight: 20 },
    { arbitrary: fc.constantFrom(...endings), weight: 12 },
    { arbitrary: fc.constantFrom(...losses), weight: 4 },
    { arbitrary: fc.constantFrom(...wishes), weight: 4 },
    { arbitrary: fc.constantFrom(...times), weight: 2 },
    { arbitrary: fc.constantFrom(...finals, ...rules), weight: 1 },
  ),
  { maxLength: 60 },
);

function worldAfter(list: readonly Happening[]): PipelineWorld {
  const world = new PipelineWorld();
  for (const { to } of list) to(world);
  return world;
}

/** Nothing more goes wrong: time passes, stages finish, and the controller looks until there is nothing left to do. */
function letItEnd(world: PipelineWorld): void {
  world.hasRoom = true;
  world.edit({ suspend: false });
  for (let turn = 0; turn < 100; turn += 1) {
    world.now = new Date(world.now.getTime() + 5_000);
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

test('the same observation gives the same decision', () => {
  fc.assert(
    fc.property(happenings, (list) => {
      const world = worldAfter(list);
      expect(world.decide()).toEqual(world.decide());
    }),
    { numRuns: 100 },
  );
});
