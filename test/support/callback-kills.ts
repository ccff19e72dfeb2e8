import type { ObjectKey } from '../../src/objects/object-key.ts';
import { archiveDays, CallbackLife, type LifeSettings } from './callback-life.ts';
import type { CallbackWorld } from './callback-world.ts';
import { Fuse } from './fuse.ts';

/** With `CRASH_TABLE=full`, kills the process also after calls that change nothing, and tries all arrivals. */
const isFull = process.env['CRASH_TABLE'] === 'full';
const isLook = (call: string): boolean => /\.(?:get|list|listHolds|observe|stat|read|balance|ensure)$/.test(call);

/** A job with a callback, from its end to its erasure. */
export interface Story {
  /** Answers of the receiver, in order; 204 after the last. */
  answers: number[];
  /** Settings of the first process, and of the processes after it. */
  first?: LifeSettings;
  next?: LifeSettings;
  /** Creates the job. By default, the job has ended, its hold is open, and its callback is not sent yet. */
  begin?: (path: string) => Promise<ObjectKey>;
  /** Runs in every turn until the job is over, while attempts are in flight. `turn` counts the turns of all processes. */
  meanwhile?: (key: ObjectKey, turn: number) => Promise<void>;
}

/**
 * Time at which the last call of a dead process takes effect: at once, after one turn of the next process, when the job
 * is archived and its callback closed, or after the job is erased.
 */
type Arrival = 'at once' | 'early' | 'late' | 'last';
const delays = ['early', 'late', 'last'] as const;

/** Neighbouring calls of a process often write the same object, so each of them gets another delay. */
function arrivalsOf(call: string, at: number): readonly Arrival[] {
  if (isLook(call)) return isFull ? ['at once'] : [];
  return ['at once', ...delays.filter((_, index) => isFull || index === at % delays.length)];
}

export interface Lived {
  key: ObjectKey;
  path: string;
  /** Names of the calls of the first process. */
  names: string[];
  /** What the stores had of the job when its callback was closed and its AdJob gone. */
  left: string[];
  /** Number of calls to the stores until then. */
  calls: number;
  /** States of the callback that clients saw until the job was erased. */
  states: unknown[];
}

const archiveMs = (archiveDays + 1) * 86_400_000;
let paths = 0;

/** Runs a story in a process that may be killed after one of its calls, and in the processes after it. */
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
 * Runs a story without a kill, then kills the first process after each of its calls, with arrivals of the call.
 * `check` gets a description of the kill; undefined if no process was killed.
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
