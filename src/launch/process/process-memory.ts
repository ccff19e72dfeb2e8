import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Clock } from '../../clock/port.ts';
import { ProcTree, readProc } from '../../processes/proc-tree.ts';

const run = promisify(execFile);

/**
 * Returns the resident memory in bytes of a process and its descendants, or 0 if the process has ended. A memory page
 * that several processes share counts for each of them.
 */
export type TreeMemory = (pid: number) => Promise<number>;

/** Returns a function that measures one process tree again and again, at little cost (see `ProcTree`). */
function treeMemoryByProc(): TreeMemory {
  let tree: ProcTree | undefined;
  return (pid) => {
    tree ??= new ProcTree(pid);
    return Promise.resolve(tree.pids().reduce((sum, each) => sum + residentBytes(each), 0));
  };
}

function residentBytes(pid: number): number {
  const kibibytes = /^VmRSS:\s+(\d+) kB$/m.exec(readProc(`/proc/${pid}/status`))?.[1];
  return Number(kibibytes ?? 0) * 1024;
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

/** Returns a function that measures one process and its descendants. */
export function treeMemory(): TreeMemory {
  return process.platform === 'linux' ? treeMemoryByProc() : treeMemoryByPs;
}

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
  const { pid, bytesMax, clock, read = treeMemory() } = watch;
  while (!over.aborted) {
    const bytes = await read(pid);
    if (bytes > bytesMax) return bytes;
    await clock.sleep(bytes * 2 > bytesMax ? closeMs : calmMs, over);
  }
  return undefined;
}
