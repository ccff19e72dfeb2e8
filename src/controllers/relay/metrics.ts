import { Gauge, type Registry } from 'prom-client';

export interface RelayMetrics {
  /** Where the gauge takes its number from when it is scraped; undefined: no intent waits. Called once. */
  oldestIntent(ageSeconds: () => number | undefined): void;
}

export function createRelayMetrics(registry: Registry): RelayMetrics {
  return {
    oldestIntent(ageSeconds) {
      new Gauge({
        name: 'adwright_intent_oldest_age_seconds',
        help: 'Age of the oldest accepted job whose AdJob is not there yet; 0 when there is none.',
        registers: [registry],
        collect() {
          this.set(ageSeconds() ?? 0);
        },
      });
    },
  };
}
