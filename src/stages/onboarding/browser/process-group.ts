import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from '../../../files/error-code.ts';

/** Pauses in milliseconds between two checks whether a group has ended, and the maximum number of checks. */
const pauseMs = 10;
const checksMax = 100;

/** The system call: a negative target is a process group. Signal 0 only checks whether the target has processes. */
export type Kill = (target: number, signal: 'SIGKILL' | 0) => void;

const systemKill: Kill = (target, signal) => {
  process.kill(target, signal);
};

/** Kills a process. Does nothing if it has already ended. */
export function killProcess(pid: number, kill: Kill = systemKill): void {
  killNow(pid, kill);
}

/** Kills all processes of a group. Does nothing if they have already ended. */
export function killGroup(group: number, kill: Kill = systemKill): void {
  killNow(-group, kill);
}

function killNow(target: number, kill: Kill): void {
  try {
    kill(target, 'SIGKILL');
  } catch (error) {
    if (!hasErrorCode(error, 'ESRCH', 'EPERM')) throw error;
  }
}

/** Reports whether a group has a process. macOS refuses signals to a group whose last processes are just ending. */
function hasProcesses(group: number, kill: Kill): boolean {
  try {
    kill(-group, 0);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ESRCH', 'EPERM')) return false;
    throw error;
  }
}

/**
 * Waits until a killed group has no process, because a kill ends the processes only a moment later. Resolves with true
 * then, and with false after one second: a process that has ended stays in its group until its parent reaps it.
 */
export async function groupEnd(
  group: number,
  kill: Kill = systemKill,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<boolean> {
  for (let checks = 0; checks < checksMax; checks += 1) {
    if (!hasProcesses(group, kill)) return true;
    await pause(pauseMs);
  }
  return false;
}
