import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import process from 'node:process';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const workerMark = 'adwright-lifeline';

/**
 * Tie this process, and whatever it started, to whoever holds the other end of its standard input: it ends when that
 * closes, also when the holder was killed. A thread of its own watches, so that a busy event loop (a hostile page in an
 * expensive pattern) does not outlive its service. Where standard input is no pipe (a pod, a terminal), nothing is tied.
 */
export function holdLifeline(): void {
  const input = fstatSync(0);
  if (!input.isFIFO() && !input.isSocket()) return;
  new Worker(new URL(import.meta.url), { workerData: workerMark, execArgv: [], env: {} }).unref();
}

function endWithInput(): void {
  const input = new Socket({ fd: 0, readable: true, writable: false });
  input.on('error', endGroup).on('close', endGroup).resume();
}

/** The launcher makes every stage the leader of a process group; one started by hand leads none and ends alone. */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
}

if (!isMainThread && workerData === workerMark) endWithInput();
