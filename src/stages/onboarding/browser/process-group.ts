import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from '../../../files/error-code.ts';

/** Pauses in milliseconds between two checks whether a group has ended, and the maximum number of checks. */
const pauseMs = 10;
const checksMax = 100;

/** Sends a signal to a process, or to the processes of a group if its id is negative. Signal 0 only checks them. */
export type Kill = (target: number, signal: 'SIGKILL' | 0) => void;

const systemKill: Kill = (target, signal) => {
  process.kill(target, signal);
};

/** Kills a process, or a process group if the id is negative. Does nothing if it has already ended. */
export function killNow(target: number, kill: Kill = systemKill): void {
  try {
    kill(target, 'SIGKILL');
  } catch (error) {
    if (!hasErrorCode(error, 'ESRCH', 'EPERM')) throw error;
  }
}

/** Reports whether a group has a process. macOS refuses signals to a group whose last processes are just ending. */
function isThere(group: number, kill: Kill): boolean {
  try {
    kill(-group, 0);
    return true;
  } catch (error) {
    if (hasErrorCode(error, 'ESRCH', 'EPERM')) return false;
    throw error;
  }
}

/**
 * Resolves when no process of a killed group is left, because a kill ends the processes only a moment later. Gives up
 * after one second: a process that has ended stays in its group until its parent takes notice.
 */
export async function groupEnd(
  group: number,
  kill: Kill = systemKill,
  pause: (ms: number) => Promise<unknown> = sleep,
): Promise<void> {
  for (let checks = 0; checks < checksMax && isThere(group, kill); checks += 1) await pause(pauseMs);
}
