import { setTimeout as pause } from 'node:timers/promises';

/** Wait for a condition of the outside world, asking again and again. The test's own time-out ends it. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await pause(5);
}
