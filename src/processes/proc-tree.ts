import { readdirSync, readFileSync } from 'node:fs';
import { hasErrorCode } from '../files/error-code.ts';

/** Number of calls of `pids` for which one search for descendants is used. */
const callsPerSearch = 4;

/** Returns the text of a file of `/proc`. Empty if its process has ended or is not visible. */
export function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    return orGone(error, '');
  }
}

/** Returns the ids of the threads of a process. Empty if it has ended. */
export function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    return orGone(error, []);
  }
}

function orGone<T>(error: unknown, nothing: T): T {
  if (hasErrorCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return nothing;
  throw error;
}

/**
 * Returns the ids of a process and its descendants, the process first. Linux lists the children of a process separately
 * for each thread that started them.
 */
export function treeOf(pid: number): number[] {
  const children = threadsOf(pid).map((thread) => readProc(`/proc/${pid}/task/${thread}/children`));
  return [pid, ...children.join(' ').split(/\s+/).filter(Boolean).map(Number).flatMap(treeOf)];
}

/**
 * A process and its descendants, for a caller that measures them many times a second. The search for descendants reads a
 * file for each thread and takes six times as long as reading the memory of the processes (1.1 ms and 0.2 ms for a
 * browser), so its result is used several times.
 */
export class ProcTree {
  readonly #root: number;
  readonly #search: (pid: number) => number[];
  #pids: number[] = [];
  #calls = 0;

  constructor(root: number, search = treeOf) {
    this.#root = root;
    this.#search = search;
  }

  /** Returns the ids of the processes. A process that has just started may be missing for the next three calls. */
  pids(): readonly number[] {
    if (this.#calls % callsPerSearch === 0) this.#pids = this.#search(this.#root);
    this.#calls += 1;
    return this.#pids;
  }
}
