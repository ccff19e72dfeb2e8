import { execFile } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Clock } from '../../clock/port.ts';
import { hasErrorCode } from '../../files/error-code.ts';

const run = promisify(execFile);

/**
 * Returns the resident memory in bytes of a process and its descendants, or 0 if the process has ended. A memory page
 * that several processes share counts for each of them.
 */
export type TreeMemory = (pid: number) => Promise<number>;

const treeMemoryByProc: TreeMemory = (pid) => Promise.resolve(procTreeBytes(pid));

function procTreeBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(`/proc/${pid}/status`))?.[1];
  return Number(kibibytes ?? 0) * 1024 + childrenOf(pid).reduce((sum, child) => sum + procTreeBytes(child), 0);
}

/**
 * Returns the process ids of the children of a process. Linux lists them separately for each thread that started them.
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

function orGone<T>(error: unknown, nothing: T): T {
  if (hasErrorCode(error, 'ENOENT', 'ESRCH')) return nothing;
  throw error;
}

const treeMemoryByPs: TreeMemory = async (pid) => {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,rss=']);
  return psTreeBytes(pid, stdout);
};

/**
 * Returns the resident memory in bytes of a process and its descendants. `table` is the output of `ps`: lines with the
 * process id, the id of the parent process, and the resident memory in KiB.
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
 * Interval in milliseconds of the memory checks while a process uses more than half of its limit. It is so short that a
 * process cannot fill the other half within one interval.
 */
const closeMs = process.platform === 'linux' ? 5 : 100;

export interface MemoryWatch {
  pid: number;
  bytesMax: number;
  clock: Clock;
  read?: TreeMemory;
}

/**
 * Checks the memory of a process and its descendants repeatedly. Returns the used bytes once they exceed `bytesMax`.
 * Returns undefined when the signal `over` aborts.
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
