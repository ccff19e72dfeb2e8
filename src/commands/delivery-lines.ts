import type { DeliveryAttempt, DeliveryStatus } from '../schema/adjob.ts';

/** Returns the receiver and the state of a callback, and one line for each attempt, newest first. */
export function deliveryLines(url: string | undefined, delivery: DeliveryStatus | undefined): string[] {
  if (url === undefined || delivery === undefined) return [];
  const { state, deliveries = [], nextAttemptTime } = delivery;
  const next = nextAttemptTime === undefined ? '' : `, next attempt at ${nextAttemptTime}`;
  const lines = deliveries.toReversed().map((attempt) => `  ${attemptLine(attempt)}`);
  return [`Callback to ${url}: ${state}${next}`, ...lines];
}

function attemptLine({ attempt, time, ...result }: DeliveryAttempt): string {
  return `attempt ${String(attempt).padEnd(3)} ${time}  ${resultText(result)}`;
}

/** Returns the result of one attempt, such as `failed  status 502 after 7 ms (bad_status)`. */
export function resultText({ outcome, status, latencyMs, error }: Omit<DeliveryAttempt, 'attempt' | 'time'>): string {
  const answer = status === undefined ? 'no response' : `status ${status}`;
  return `${outcome.padEnd(9)}  ${answer} after ${latencyMs} ms${error === undefined ? '' : ` (${error})`}`;
}
