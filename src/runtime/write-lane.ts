import type { Fence } from './fence.ts';

/**
 * Makes writes one after the other, each after `turn` has resolved. For a store whose writes block the process: what
 * `turn` waits for can happen between two of them.
 */
export function writeLane(turn: () => Promise<void>): Fence {
  let last: Promise<unknown> = Promise.resolve();
  return (write) => {
    const made = last.then(turn).then(write);
    last = made.catch(() => undefined);
    return made;
  };
}
