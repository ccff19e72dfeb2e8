import type { DeliveryAttempt, DeliveryStatus } from '../../schema/adjob.ts';
import type { Deliveries } from '../../schema/deliveries.ts';

/** Returns the REST view of a callback's delivery. If the job has no callback, the view is empty. */
export function deliveriesView(delivery: DeliveryStatus | undefined): Deliveries {
  const { state = null, deliveries = [], nextAttemptTime = null } = delivery ?? {};
  return { state, deliveries: deliveries.map(attemptView).toReversed(), next_attempt_time: nextAttemptTime };
}

function attemptView(attempt: DeliveryAttempt): Deliveries['deliveries'][number] {
  const { status = null, latencyMs, outcome, error = null, responseExcerpt = null, ...which } = attempt;
  return {
    ...{ attempt: which.attempt, time: which.time, status, latency_ms: latencyMs, outcome },
    ...{ error, response_excerpt: responseExcerpt },
  };
}
