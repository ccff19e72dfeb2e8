import { StoreError } from '../objects/store-error.ts';
import type { Leadership } from './leader-election.ts';

/** Error of a write that was not sent, because another process may be the leader. Do not retry the write. */
export class NotLeadingError extends StoreError {
  constructor() {
    super('Forbidden', 'This process is no longer the leader; the write was not sent.');
    this.name = 'NotLeadingError';
  }
}

export type Fence = <R>(write: () => Promise<R>) => Promise<R>;

/** Returns a fence that runs a write only while this process leads, and otherwise throws `NotLeadingError`. */
export function fence(leadership: Leadership): Fence {
  return async (write) => {
    if (!leadership.holds()) throw new NotLeadingError();
    return write();
  };
}
