import { problem, type Answer } from './answer.ts';

/**
 * Response (503) while a store, such as Redis, does not respond. Such outages are usually short, so the client may
 * retry soon.
 */
export const storeUnavailable: Answer = problem('unavailable', { headers: { 'Retry-After': '2' } });

const spreadSeconds = 5;

/**
 * Returns a function that makes the response (503) to a request refused because of overload. `Retry-After` is at least
 * `waitMsMax`, the maximum wait in the queue, and differs between consecutive responses, so that the clients do not all
 * retry at the same time.
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
