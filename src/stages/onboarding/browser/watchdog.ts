import process from 'node:process';
import { isMainThread, Worker, workerData } from 'node:worker_threads';
import { hasErrorCode } from '../../../files/error-code.ts';
import { ProcTree, readProc, treeOf } from '../../../processes/proc-tree.ts';

/** Maximum memory in bytes of all processes of the browser. */
export const browserBytesMax = 1_000 * 1024 * 1024;

const intervalMs = 50;

/** Memory of one process in KiB, by kind. */
interface Memory {
  anonymous: number;
  file: number;
  shared: number;
}

function memoryOf(pid: number): Memory {
  const status = readProc(`/proc/${pid}/status`);
  const field = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0);
  return { anonymous: field('RssAnon'), file: field('RssFile'), shared: field('RssShmem') };
}

/**
 * Returns the memory, in bytes, of a process and its descendants; 0 on systems without `/proc`. The processes share the
 * memory of files (such as the program) and shared memory, so of each only the largest value of a single process
 * counts.
 */
export function browserMemory(pid: number, pids: readonly number[] = treeOf(pid)): number {
  const all = pids.map(memoryOf);
  const largest = (pick: (memory: Memory) => number): number => Math.max(0, ...all.map(pick));
  const anonymous = all.reduce((sum, memory) => sum + memory.anonymous, 0);
  return (anonymous + largest(({ file }) => file) + largest(({ shared }) => shared)) * 1024;
}

/** Memory watch of one browser. */
export interface MemoryWatch {
  /** True if the browser has used too much memory and was killed. */
  readonly isExceeded: boolean;
  /** Highest use of memory in bytes that was seen. */
  readonly peakBytes: number;
  stop(): void;
}

const watchMark = 'adwright-browser-memory';
/** Indexes of the values that the threads share. The peak is in KiB, so that it fits in 32 bits. */
const [stopAt, exceededAt, peakAt] = [0, 1, 2];

interface WatchOrder {
  mark: typeof watchMark;
  pid: number;
  bytesMax: number;
  shared: SharedArrayBuffer;
}

/**
 * Kills the browser when it uses more memory than allowed. A separate thread watches, so that a busy event loop, for
 * example while a large page is parsed, does not let the browser grow. Calls `failed` if the thread fails. Watches
 * nothing on systems without `/proc`.
 */
export function watchMemory(pid: number | undefined, failed: () => void, bytesMax = browserBytesMax): MemoryWatch {
  const shared = new SharedArrayBuffer(3 * Int32Array.BYTES_PER_ELEMENT);
  const values = new Int32Array(shared);
  if (pid !== undefined && process.platform === 'linux') {
    const order: WatchOrder = { mark: watchMark, pid, bytesMax, shared };
    const thread = new Worker(new URL(import.meta.url), { workerData: order, execArgv: [], env: {} });
    thread.on('error', failed).unref();
  }
  return {
    get isExceeded() {
      return Atomics.load(values, exceededAt) === 1;
    },
    get peakBytes() {
      return Atomics.load(values, peakAt) * 1024;
    },
    stop: () => {
      Atomics.store(values, stopAt, 1);
      Atomics.notify(values, stopAt);
    },
  };
}

/** Watches the memory until it exceeds the limit, or until the other thread stops the watch. */
function watch({ pid, bytesMax, shared }: WatchOrder): void {
  const values = new Int32Array(shared);
  const tree = new ProcTree(pid);
  while (Atomics.wait(values, stopAt, 0, intervalMs) === 'timed-out') {
    const bytes = browserMemory(pid, tree.pids());
    Atomics.store(values, peakAt, Math.max(Atomics.load(values, peakAt), Math.round(bytes / 1024)));
    if (bytes <= bytesMax) continue;
    Atomics.store(values, exceededAt, 1);
    killBelow(pid);
    return;
  }
}

/**
 * Kills the descendants of a process, and the process itself if it has none. The first process of a browser may be a
 * program that isolates it, which must live until all others have ended.
 */
function killBelow(pid: number): void {
  const [root = pid, ...others] = treeOf(pid);
  for (const target of others.length === 0 ? [root] : others)
    try {
      process.kill(target, 'SIGKILL');
    } catch (error) {
      if (!hasErrorCode(error, 'ESRCH', 'EPERM')) throw error;
    }
}

function isOrder(data: unknown): data is WatchOrder {
  return typeof data === 'object' && data !== null && 'mark' in data && data.mark === watchMark;
}

if (!isMainThread && isOrder(workerData)) watch(workerData);
