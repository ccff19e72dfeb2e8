import { problem, type Answer } from './answer.ts';

/** Seconds after which a store that was away may be back. */
export const storeAway: Answer = problem('unavailable', { headers: { 'Retry-After': '2' } });

/** Books that are lost come back by hand. */
export const ledgerLost: Answer = problem('ledger_lost', { headers: { 'Retry-After': '60' } });

/** Clients that were shed together come back over so many seconds. */
const spreadSeconds = 5;

/** Refusals of requests that are shed, each with the `Retry-After` of the next second: what waits now is gone by then. */
export function overloaded(waitMsMax: number): () => Answer {
  const soonestSeconds = Math.ceil(waitMsMax / 1_000);
  let count = 0;
  return () => {
    const seconds = soonestSeconds + (count % spreadSeconds);
    count += 1;
    return problem('overloaded', { headers: { 'Retry-After': String(seconds) } });
  };
}
