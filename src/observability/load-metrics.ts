import { Counter, type Registry } from 'prom-client';

/**
 * Reason why a queued request was not processed. `queue_full`: too many requests were queued. `waited_too_long`: the
 * queue wait timed out. Both are answered with 503. `hung_up`: the client disconnected while queued.
 */
export type ShedReason = 'queue_full' | 'waited_too_long' | 'hung_up';

const reasons: readonly ShedReason[] = ['queue_full', 'waited_too_long', 'hung_up'];

/** Registers the counter of shed requests. Called once for a registry. */
export function createLoadMetrics(registry: Registry): (reason: ShedReason) => void {
  const shed = new Counter({
    name: 'adwright_requests_shed_total',
    help: 'Requests that were shed because of load, by reason.',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  for (const reason of reasons) shed.inc({ reason }, 0);
  return (reason) => {
    shed.inc({ reason });
  };
}
