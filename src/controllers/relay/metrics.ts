import { Gauge, type Registry } from 'prom-client';

export interface RelayMetrics {
  /**
   * Registers the function that returns the age of the oldest intent at each scrape; undefined if no intent waits.
   * Called once.
   */
  oldestIntent(ageSeconds: () => number | undefined): void;
}

export function createRelayMetrics(registry: Registry): RelayMetrics {
  return {
    oldestIntent(ageSeconds) {
      new Gauge({
        name: 'adwright_intent_oldest_age_seconds',
        help: 'Age of the oldest intent without an AdJob; 0 if there is none.',
        registers: [registry],
        collect() {
          this.set(ageSeconds() ?? 0);
        },
      });
    },
  };
}
