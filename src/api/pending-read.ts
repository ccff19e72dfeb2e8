import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Resolves after the event loop has read what had arrived on every socket. A timer that fires late, because the loop was
 * blocked, fires before that.
 */
export async function pendingRead(): Promise<void> {
  await nextTurn(); // ends the turn of the caller, whose reads may have been before
  await nextTurn();
}
