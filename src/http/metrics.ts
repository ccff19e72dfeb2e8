import { Counter, Histogram, type Registry } from 'prom-client';

/**
 * Reason why a queued request was not processed. `queue_full`: too many requests were queued. `waited_too_long`: the
 * request waited too long. In both cases, the client got a 503. `hung_up`: the client disconnected while the request
 * was queued.
 */
export type ShedReason = 'queue_full' | 'waited_too_long' | 'hung_up';

const reasons: readonly ShedReason[] = ['queue_full', 'waited_too_long', 'hung_up'];

export function createLoadMetrics(registry: Registry): (reason: ShedReason) => void {
  const shed = new Counter({
    name: 'adwright_requests_shed_total',
    help: 'Requests that were refused because of load, or whose client disconnected while they waited, by reason.',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  for (const reason of reasons) shed.inc({ reason }, 0);
  return (reason) => {
    shed.inc({ reason });
  };
}

/** Registers the durations of requests. In a process with several listeners, each has a metric name of its own. */
export function createRequestMetrics(
  registry: Registry,
  name = 'http_request_duration_seconds',
): (route: string, code: number, seconds: number) => void {
  const durations = new Histogram({
    name,
    help: 'Time from the request line to the end of the response, by route and status code.',
    labelNames: ['route', 'code'] as const,
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  return (route, code, seconds) => {
    durations.observe({ route, code }, seconds);
  };
}
