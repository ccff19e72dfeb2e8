import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Interval at which the remaining time of a request body is counted down, and at which a late request is checked again.
 */
export const lookMs = 1_000;

/**
 * Resolves after the event loop has read all data that had already arrived on sockets. Needed in timers: if the event
 * loop was blocked, overdue timers fire before it reads the sockets.
 */
export async function pendingRead(): Promise<void> {
  await nextTurn(); // ends the caller's turn, in which the reads may be over
  await nextTurn();
}
