import { fstatSync } from 'node:fs';
import { Socket } from 'node:net';
import process from 'node:process';
import { isMainThread, Worker, workerData } from 'node:worker_threads';

const workerMark = 'adwright-lifeline';

/**
 * Ends this process and its children when the parent process closes its end of standard input or is killed. A separate
 * thread watches standard input, so that even a process with a busy event loop (for example, busy with a slow regular
 * expression on a hostile page) does not outlive its parent. Does nothing if standard input is not a pipe or a socket,
 * as in a pod or a terminal.
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

/**
 * Kills the process group of this stage, with all its children. The launcher, which starts the stages, makes every
 * stage the leader of a process group. A stage started by hand leads no group, so only its own process is killed.
 */
function endGroup(): void {
  try {
    process.kill(-process.pid, 'SIGKILL');
  } catch {
    process.kill(process.pid, 'SIGKILL');
  }
}

if (!isMainThread && workerData === workerMark) endWithInput();
