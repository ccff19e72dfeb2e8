import { setImmediate as nextTurn } from 'node:timers/promises';

/** Interval at which the remaining time of a body is recounted, and a late request is checked again. */
export const lookMs = 1_000;

/**
 * Resolves after the event loop has read what had arrived on every socket. A timer that fires late, because the loop was
 * blocked, fires before that.
 */
export async function pendingRead(): Promise<void> {
  await nextTurn(); // ends the turn of the caller, whose reads may have been before
  await nextTurn();
}
