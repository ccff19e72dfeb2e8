import { problem, type Answer } from './answer.ts';

/** Response (503) if a store does not respond. Such outages are usually short, so the client may retry soon. */
export const storeUnavailable: Answer = problem('unavailable', { headers: { 'Retry-After': '2' } });

/** Response (503) if the ledger has lost its data. An operator must rebuild the ledger. */
export const ledgerLost: Answer = problem('ledger_lost', { headers: { 'Retry-After': '60' } });

/** Number of different `Retry-After` values, in steps of one second, over which consecutive refusals are spread. */
const spreadSeconds = 5;

/**
 * Returns a function that makes the response (503) for shed requests. `Retry-After` is at least the maximum wait in the
 * queue, and differs between consecutive responses so that the clients do not all retry at the same time.
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
