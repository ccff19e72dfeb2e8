import { Gauge, type Registry } from 'prom-client';

/** Registers the number of open streams, which `count` returns. */
export function createStreamGauge(registry: Registry, count: () => number): void {
  new Gauge({
    name: 'adwright_admin_live_streams',
    help: 'Open streams of the dashboard that report changes to browsers, at most one for each browser.',
    registers: [registry],
    collect() {
      this.set(count());
    },
  });
}
