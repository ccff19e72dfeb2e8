import { problem, type Answer } from './answer.ts';

/** The 503 for a store that does not respond. Such outages are usually short. */
export const storeUnavailable: Answer = problem('unavailable', { headers: { 'Retry-After': '2' } });

/** The 503 for a lost ledger, which an operator must rebuild. */
export const ledgerLost: Answer = problem('ledger_lost', { headers: { 'Retry-After': '60' } });

/** Spread of `Retry-After` over consecutive refusals, in seconds. */
const spreadSeconds = 5;

/**
 * Returns the 503 for shed requests. `Retry-After` starts at the longest wait in the queue and cycles through the
 * spread.
 */
export function overloaded(waitMsMax: number): () => Answer {
  const soonestSeconds = Math.ceil(waitMsMax / 1_000);
  let count = 0;
  return () => {
    const seconds = soonestSeconds + (count % spreadSeconds);
    count += 1;
    return problem('overloaded', { headers: { 'Retry-After': String(seconds) } });
  };
}
