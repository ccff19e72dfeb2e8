import fc from 'fast-check';
import { PipelineWorld, type Cut, type End } from './pipeline-world.ts';

/** An event that can happen to a job. The property tests print its name in a counterexample. */
export interface Happening {
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

/** Random sequences of events, for property tests. */
export const happenings = fc.array(
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

export function worldAfter(list: readonly Happening[]): PipelineWorld {
  const world = new PipelineWorld();
  for (const { to } of list) to(world);
  return world;
}
