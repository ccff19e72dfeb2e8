import { problem, type Answer } from './answer.ts';

/** Seconds after which a store that was away may be back. */
export const storeUnavailable: Answer = problem('unavailable', { headers: { 'Retry-After': '2' } });

/** Books that are lost come back by hand. */
export const ledgerLost: Answer = problem('ledger_lost', { headers: { 'Retry-After': '60' } });

/** Spread of `Retry-After` over consecutive refusals, in seconds. */
const spreadSeconds = 5;

/** Returns the 503 for shed requests. `Retry-After` begins at the queue's longest wait and cycles through the spread. */
export function overloaded(waitMsMax: number): () => Answer {
  const soonestSeconds = Math.ceil(waitMsMax / 1_000);
  let count = 0;
  return () => {
    const seconds = soonestSeconds + (count % spreadSeconds);
    count += 1;
    return problem('overloaded', { headers: { 'Retry-After': String(seconds) } });
  };
}
