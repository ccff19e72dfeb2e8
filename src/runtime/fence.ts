import { StoreError } from '../store/port.ts';
import type { Leadership } from './leader-election.ts';

/** The write was not sent: somebody else may lead by now. Nothing is to be tried again. */
export class NotLeadingError extends StoreError {
  constructor() {
    super('Forbidden', 'This process does not lead any more, so it writes nothing.');
    this.name = 'NotLeadingError';
  }
}

export type Fence = <R>(write: () => Promise<R>) => Promise<R>;

/** Makes a write, unless we lead no more: then it throws `NotLeadingError`. */
export function fence(leadership: Leadership): Fence {
  return async (write) => {
    if (!leadership.holds()) throw new NotLeadingError();
    return write();
  };
}
