import { Counter, type Registry } from 'prom-client';

/**
 * Why a request never got its turn. `queue_full`: too many waited. `waited_too_long`: its turn did not come in time. Both are
 * answered 503. `hung_up`: the client left while it waited.
 */
export type ShedReason = 'queue_full' | 'waited_too_long' | 'hung_up';

const reasons: readonly ShedReason[] = ['queue_full', 'waited_too_long', 'hung_up'];

/** Counts requests that were shed. To be made once for a registry. */
export function createLoadMetrics(registry: Registry): (reason: ShedReason) => void {
  const shed = new Counter({
    name: 'adwright_requests_shed_total',
    help: 'Requests that were not begun because the process had too much to do, by reason.',
    labelNames: ['reason'] as const,
    registers: [registry],
  });
  for (const reason of reasons) shed.inc({ reason }, 0);
  return (reason) => {
    shed.inc({ reason });
  };
}
