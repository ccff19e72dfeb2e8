import { setImmediate as nextTurn } from 'node:timers/promises';

export const lookMs = 1_000;

/**
 * Resolves after the event loop has read all data that had already arrived on sockets. Await it in a timer before
 * deciding that data is late: after the event loop was blocked, overdue timers run before the sockets are read.
 */
export async function pendingRead(): Promise<void> {
  await nextTurn(); // This turn of the event loop may have read its sockets already, so a second turn is needed.
  await nextTurn();
}
