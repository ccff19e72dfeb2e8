import type { ObjectKey } from '../../../src/objects/object-key.ts';
import { archiveDays, CallbackLife, type LifeSettings } from './callback-life.ts';
import type { CallbackWorld } from './callback-world.ts';
import { Fuse } from '../faults/fuse.ts';

/**
 * With `CRASH_TABLE=full`, the process is also killed after calls that only read, and each last call is tried with
 * every `Arrival`.
 */
export const isFull = process.env['CRASH_TABLE'] === 'full';
const isLook = (call: string): boolean => /\.(?:get|list|listHolds|observe|stat|read|balance|ensure)$/.test(call);

/** One test case: a job with a callback, followed from the end of the job to its erasure. */
export interface Story {
  /** HTTP statuses of the receiver's answers, in order. After the last, the receiver answers 204. */
  answers: number[];
  /** Settings of the process that is killed, and of each process after it. */
  first?: LifeSettings;
  next?: LifeSettings;
  /** Creates the job. The default is a job that has ended, with an open hold and a callback that is not sent yet. */
  begin?: (path: string) => Promise<ObjectKey>;
  /**
   * Runs in every turn until the job is over, while callbacks are in flight. `turn` counts the turns of all processes.
   */
  meanwhile?: (key: ObjectKey, turn: number) => Promise<void>;
}

/**
 * Time at which the last call of the killed process takes effect: at once, after one turn of the next process, when the
 * job is archived and its callback closed, or after the job is erased.
 */
type Arrival = 'at once' | 'early' | 'late' | 'last';
const delays = ['early', 'late', 'last'] as const;

/**
 * Returns the arrivals to test for a call. Consecutive calls often write the same object, so each tests only one of the
 * delays, in turn.
 */
function arrivalsOf(call: string, at: number): readonly Arrival[] {
  if (isLook(call)) return isFull ? ['at once'] : [];
  return ['at once', ...delays.filter((_, index) => isFull || index === at % delays.length)];
}

export interface Lived {
  key: ObjectKey;
  path: string;
  /** Names of the calls that the first process made. */
  names: string[];
  /** Files and objects of the job that were left when its callback was closed and its AdJob deleted. */
  left: string[];
  /** Number of calls to the stores up to that point. */
  calls: number;
  /** States of the callback that clients saw until the job was erased. */
  states: unknown[];
}

const archiveMs = (archiveDays + 1) * 86_400_000;
let paths = 0;

/** Runs a test case. The first process may be killed after one of its calls; later processes finish the work. */
export async function live(
  world: CallbackWorld,
  story: Story,
  { lastCall, arrival = 'at once' }: { lastCall?: number; arrival?: Arrival } = {},
): Promise<Lived> {
  const path = `/${(paths += 1)}`;
  world.script(path, story.answers);
  const key = await (story.begin ?? ((at) => world.endedJob(at)))(path);
  const fuse = new Fuse(lastCall, { isLate: arrival !== 'at once' });
  const { first = {}, next = {} } = story;
  let turns = 0;
  const meanwhile = async (): Promise<void> => story.meanwhile?.(key, (turns += 1));
  const run = (isDone: () => Promise<boolean>, isFirst = false): Promise<void> =>
    new CallbackLife(world, key, isFirst ? fuse : new Fuse(), isFirst ? first : next).live(isDone, meanwhile);
  const recover = async (isDone: () => Promise<boolean>): Promise<void> => {
    if (arrival === 'early') {
      await run(() => Promise.resolve(true));
      await world.arrive(fuse);
    }
    await run(isDone);
    if (arrival === 'late') {
      await world.arrive(fuse);
      await run(isDone);
    }
  };
  const isOver = (): Promise<boolean> => world.isOver(key);
  const isErased = async (): Promise<boolean> => (await world.remains(key)).length === 0;

  await run(isOver, true);
  if (fuse.isDead) await recover(isOver);
  const [left, calls] = [await world.remains(key), world.calls];
  await world.clock.jump(archiveMs);
  if (fuse.isDead) await run(isErased);
  else await run(isErased, true);
  if (fuse.isDead) await recover(isErased);
  const states = [...world.states];
  await world.arrive(fuse);
  await world.clock.jump(archiveMs);
  await run(isErased);
  return { key, path, names: fuse.names, left, calls, states };
}

/**
 * Runs a test case once without a kill, then once for each call of the first process and each arrival of that call,
 * with a kill after the call. `check` gets a description of the kill, or `undefined` for the run without a kill.
 */
export async function everyKill(
  world: CallbackWorld,
  story: Story,
  check: (lived: Lived, kill: string | undefined) => Promise<void>,
): Promise<void> {
  const whole = await live(world, story);
  await check(whole, undefined);
  for (const [at, call] of whole.names.entries()) {
    for (const arrival of arrivalsOf(call, at)) {
      const lived = await live(world, story, { lastCall: at + 1, arrival });
      await check(lived, `killed after ${call}, call ${at + 1}, which arrived ${arrival}`);
    }
  }
}
