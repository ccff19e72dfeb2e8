import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Clock } from '../../clock/port.ts';
import { hasErrorCode } from '../../files/error-code.ts';

const run = promisify(execFile);

/**
 * Returns the resident bytes of a process and its descendants, or 0 if it has ended. Shared pages count for each
 * process.
 */
export type TreeMemory = (pid: number) => Promise<number>;

/**
 * Reads the memory of a process from `/proc` synchronously: these files are not on disk, so a synchronous read costs
 * less than the thread pool.
 */
const treeMemoryByProc: TreeMemory = (pid) => Promise.resolve(procTreeBytes(pid));

function procTreeBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(`/proc/${pid}/status`))?.[1];
  return Number(kibibytes ?? 0) * 1024 + childrenOf(pid).reduce((sum, child) => sum + procTreeBytes(child), 0);
}

/**
 * Returns the pids of the children of a process. Linux lists the children separately for each thread that started them.
 */
function childrenOf(pid: number): number[] {
  const children = threadsOf(pid).map((thread) => readProc(`/proc/${pid}/task/${thread}/children`));
  return children.join(' ').split(/\s+/).filter(Boolean).map(Number);
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    return orGone(error, []);
  }
}

function readProc(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    return orGone(error, '');
  }
}

/** Returns `nothing` for a process that ended meanwhile, and throws any other error. */
function orGone<T>(error: unknown, nothing: T): T {
  if (hasErrorCode(error, 'ENOENT', 'ESRCH')) return nothing;
  throw error;
}

/** Reads the memory with `ps`, for systems without `/proc` (macOS). */
const treeMemoryByPs: TreeMemory = async (pid) => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  return psTreeBytes(pid, stdout);
};

/**
 * Returns the resident bytes of a process and its descendants from the output of `ps`: lines with the pid, the parent's
 * pid and the resident KiB.
 */
export function psTreeBytes(root: number, table: string): number {
  const rows = table.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const bytesBelow = (pid: number): number =>
    rows.reduce((sum, [child = 0, parent]) => (parent === pid ? sum + bytesOf(child) : sum), 0);
  const bytesOf = (pid: number): number =>
    (rows.find(([candidate]) => candidate === pid)?.[2] ?? 0) * 1024 + bytesBelow(pid);
  return bytesOf(root);
}

export const treeMemory: TreeMemory = process.platform === 'linux' ? treeMemoryByProc : treeMemoryByPs;

const calmMs = process.platform === 'linux' ? 25 : 250;
/**
 * Interval of the memory checks while a process uses more than half of its limit. A process needs several intervals to
 * fill the other half.
 */
const closeMs = process.platform === 'linux' ? 5 : 100;

export interface MemoryWatch {
  pid: number;
  bytesMax: number;
  clock: Clock;
  read?: TreeMemory;
}

/**
 * Polls the memory of a process and its descendants. Returns the used bytes once they exceed `bytesMax`, or undefined
 * when `over` aborts.
 */
export async function memoryExceeded(watch: MemoryWatch, over: AbortSignal): Promise<number | undefined> {
  const { pid, bytesMax, clock, read = treeMemory } = watch;
  while (!over.aborted) {
    const bytes = await read(pid);
    if (bytes > bytesMax) return bytes;
    await clock.sleep(bytes * 2 > bytesMax ? closeMs : calmMs, over);
  }
  return undefined;
}
