import type { DeliveryAttempt, DeliveryStatus } from '../schema/adjob.ts';

/** Returns the state of a callback and one line for each attempt, newest first. */
export function deliveryLines(delivery: DeliveryStatus | undefined): string[] {
  if (delivery === undefined) return [];
  const { state, deliveries = [], nextAttemptTime } = delivery;
  const next = nextAttemptTime === undefined ? '' : `, next attempt at ${nextAttemptTime}`;
  return [`Callback ${state}${next}`, ...deliveries.toReversed().map((attempt) => `  ${attemptLine(attempt)}`)];
}

function attemptLine({ attempt, time, ...result }: DeliveryAttempt): string {
  return `attempt ${String(attempt).padEnd(3)} ${time}  ${resultText(result)}`;
}

/** Returns the result of one attempt, such as `failed  status 502 after 7 ms (bad_status)`. */
export function resultText({ outcome, status, latencyMs, error }: Omit<DeliveryAttempt, 'attempt' | 'time'>): string {
  const answer = status === undefined ? 'no response' : `status ${status}`;
  return `${outcome.padEnd(9)}  ${answer} after ${latencyMs} ms${error === undefined ? '' : ` (${error})`}`;
}
