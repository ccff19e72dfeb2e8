import { setImmediate as nextTurn } from 'node:timers/promises';

/** Interval at which the remaining time of a body is recounted, and a late request is checked again. */
export const lookMs = 1_000;

/**
 * Resolves after the event loop has read all data that had arrived on sockets. After a blocked event loop, late timers
 * fire before these reads.
 */
export async function pendingRead(): Promise<void> {
  await nextTurn(); // ends the caller's turn, in which the reads may be over
  await nextTurn();
}
