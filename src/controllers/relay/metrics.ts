import { Gauge, type Registry } from 'prom-client';

export interface RelayMetrics {
  /**
   * Registers a function that returns the age in seconds of the oldest accepted job without an AdJob, or undefined if
   * there is no such job. The function is called at each scrape. Call `oldestIntent` only once.
   */
  oldestIntent(ageSeconds: () => number | undefined): void;
}

export function createRelayMetrics(registry: Registry): RelayMetrics {
  return {
    oldestIntent(ageSeconds) {
      new Gauge({
        name: 'adwright_intent_oldest_age_seconds',
        help: 'Age of the oldest accepted job without an AdJob; 0 if there is no such job.',
        registers: [registry],
        collect() {
          this.set(ageSeconds() ?? 0);
        },
      });
    },
  };
}
