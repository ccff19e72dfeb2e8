import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ProcTree, readProc, threadsOf } from './proc-tree.ts';

/** Time in milliseconds for which the threads of processes waited for a processor, by the id of the thread. */
type Waits = ReadonlyMap<string, number>;

const stepMs = 250;
/** Share (0 to 1) of the time on the wall that always passes, even if the processes hardly run. */
const passingMin = 0.05;

/**
 * Clock that stands still while processes wait for a processor, as on a machine that has too much to do. It measures
 * the time that a page needs, whatever else the machine does. The thread that waits longest counts. Linux counts the
 * waiting time of each thread in `/proc/PID/task/TID/schedstat` (second number, in nanoseconds); without it the clock is
 * that on the wall.
 */
export class RunClock {
  readonly #waitsNow: () => Waits;
  readonly #now: () => number;
  #waits: Waits;
  #at: number;
  #passed = 0;

  constructor(waitsNow: () => Waits, now = () => performance.now()) {
    this.#waitsNow = waitsNow;
    this.#now = now;
    this.#waits = waitsNow();
    this.#at = now();
  }

  /** Returns the time in milliseconds that has passed since the clock was made. */
  passedMs(): number {
    const [waits, at] = [this.#waitsNow(), this.#now()];
    const waited = Math.max(0, ...[...waits].map(([thread, ms]) => ms - (this.#waits.get(thread) ?? ms)));
    const wall = at - this.#at;
    this.#passed += Math.max(wall - waited, wall * passingMin);
    [this.#waits, this.#at] = [waits, at];
    return this.#passed;
  }

  /** Resolves when a time has passed by this clock. Rejects if the signal aborts. */
  async sleep(ms: number, signal: AbortSignal): Promise<void> {
    const end = this.passedMs() + ms;
    for (let left = ms; left > 0; left = end - this.passedMs())
      await sleep(Math.max(1, Math.min(left, stepMs)), undefined, { signal });
  }
}

/** Returns a clock for a process with its descendants, if it runs on this machine, and for this process. */
export function runClock(pid: number | undefined): RunClock {
  const tree = pid === undefined ? undefined : new ProcTree(pid);
  return new RunClock(() => new Map([process.pid, ...(tree?.pids() ?? [])].flatMap(waitsOf)));
}

function waitsOf(pid: number): [string, number][] {
  return threadsOf(pid).map((thread) => {
    const [, waited] = readProc(`/proc/${pid}/task/${thread}/schedstat`).split(' ');
    return [`${pid} ${thread}`, Number(waited ?? 0) / 1e6];
  });
}
