import { spawn, type ChildProcess } from 'node:child_process';
import { afterEach, expect, test } from '@jest/globals';
import { readProc } from '../../../processes/proc-tree.ts';
import { watchMemory } from './watchdog.ts';

const mebibyte = 1024 * 1024;

let child: ChildProcess | undefined;
afterEach(() => {
  if (child?.pid !== undefined && isRunning(child.pid)) process.kill(-child.pid, 'SIGKILL');
});

/** Starts a process, as a child of a shell, that allocates 400 MiB and ends after a minute at the latest. */
function hog(): number {
  const code =
    'const all = []; const timer = setInterval(() => { all.push(Buffer.alloc(4 * 1024 * 1024, 1)); if (all.length === 100) clearInterval(timer); }, 5); setTimeout(() => process.exit(), 60_000);';
  child = spawn('sh', ['-c', '"$0" -e "$1"; true', process.execPath, code], { stdio: 'ignore', detached: true });
  return child.pid ?? 0;
}

/** Reports whether a process runs. A process that has ended stays in the state Z until its parent takes notice. */
function isRunning(pid: number): boolean {
  const state = /^State:\s+(\S)/m.exec(readProc(`/proc/${pid}/status`))?.[1] ?? 'Z';
  return state !== 'Z';
}

test('a browser that uses too much memory is killed while the event loop is busy', () => {
  const pid = hog();
  const watch = watchMemory(pid, () => undefined, 200 * mebibyte);
  const idle = new Int32Array(new SharedArrayBuffer(4));
  // Nothing else runs in this thread until the process has ended.
  for (let turns = 0; isRunning(pid) && turns < 400; turns += 1) Atomics.wait(idle, 0, 0, 50);
  expect(isRunning(pid)).toBe(false);
  expect(watch.isExceeded).toBe(true);
  expect(watch.peakBytes).toBeGreaterThan(200 * mebibyte);
});
