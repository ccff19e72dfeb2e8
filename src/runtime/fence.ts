import { StoreError } from '../objects/store-error.ts';
import type { Leadership } from './leader-election.ts';

/** Error of a write that was not sent because another process may be the leader. Callers must not retry the write. */
export class NotLeadingError extends StoreError {
  constructor() {
    super('Forbidden', 'This process is no longer the leader; the write was not sent.');
    this.name = 'NotLeadingError';
  }
}

export type Fence = <R>(write: () => Promise<R>) => Promise<R>;

export function fence(leadership: Leadership): Fence {
  return async (write) => {
    if (!leadership.holds()) throw new NotLeadingError();
    return write();
  };
}

/**
 * Returns a function that runs writes one after the other, and waits for `turn` before each write. Use the function for
 * a store whose writes block the process, so that other work can run between two writes.
 */
export function writeLane(turn: () => Promise<void>): Fence {
  let last: Promise<unknown> = Promise.resolve();
  return (write) => {
    const made = last.then(turn).then(write);
    last = made.catch(() => undefined);
    return made;
  };
}
