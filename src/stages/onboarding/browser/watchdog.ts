import { readdirSync, readFileSync } from 'node:fs';
import { hasErrorCode } from '../../../files/error-code.ts';

/** Maximum memory in bytes of all processes of the browser. */
export const browserBytesMax = 1_000 * 1024 * 1024;

const intervalMs = 50;

/** Memory of one process in KiB, by kind. */
interface Memory {
  anonymous: number;
  file: number;
  shared: number;
}

function read(path: string): string {
  try {
    return readFileSync(path, 'latin1');
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return '';
    throw error;
  }
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ESRCH', 'EACCES', 'EPERM')) return [];
    throw error;
  }
}

export function treeOf(pid: number): number[] {
  const children = threadsOf(pid).map((thread) => read(`/proc/${pid}/task/${thread}/children`));
  return [pid, ...children.join(' ').split(/\s+/).filter(Boolean).map(Number).flatMap(treeOf)];
}

function memoryOf(pid: number): Memory {
  const status = read(`/proc/${pid}/status`);
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
  return { anonymous: field('RssAnon'), file: field('RssFile'), shared: field('RssShmem') };
}

/**
 * Returns the memory, in bytes, of a process and its descendants; 0 on systems without `/proc`. The processes share the
 * memory of files (such as the program) and shared memory, so of each only the largest value of a single process
 * counts.
 */
export function browserMemory(pid: number): number {
  const all = treeOf(pid).map(memoryOf);
  const largest = (pick: (memory: Memory) => number): number => Math.max(0, ...all.map(pick));
  const anonymous = all.reduce((sum, memory) => sum + memory.anonymous, 0);
  return (anonymous + largest(({ file }) => file) + largest(({ shared }) => shared)) * 1024;
}

/**
 * Calls `exceeded` once if the browser uses more memory than allowed. Returns a function that stops watching and
 * returns the highest use in bytes that was seen.
 */
export function watchMemory(pid: number | undefined, exceeded: () => void, bytesMax = browserBytesMax): () => number {
  let peakBytes = 0;
  if (pid === undefined) return () => peakBytes;
  const timer = setInterval(() => {
    const bytes = browserMemory(pid);
    peakBytes = Math.max(peakBytes, bytes);
    if (bytes <= bytesMax) return;
    clearInterval(timer);
    exceeded();
  }, intervalMs);
  return () => {
    clearInterval(timer);
    return peakBytes;
  };
}
