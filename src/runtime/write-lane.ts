import type { Fence } from './fence.ts';

/**
 * Returns a fence that runs writes one after the other, each after `turn` has resolved. Use it for a store whose writes
 * block the process, so that other work can run between two writes.
 */
export function writeLane(turn: () => Promise<void>): Fence {
  let last: Promise<unknown> = Promise.resolve();
  return (write) => {
    const made = last.then(turn).then(write);
    last = made.catch(() => undefined);
    return made;
  };
}
