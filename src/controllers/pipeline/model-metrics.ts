import { Counter, type Registry } from 'prom-client';
import type { ModelCallsStatus } from '../../schema/model-calls.ts';

const labelNames = ['port', 'provider'] as const;

/** Metrics of calls of models. They count the calls of a stage when it ends. */
export function createModelMetrics(registry: Registry): { observe(calls: ModelCallsStatus): void } {
  const registers = [registry];
  const counted = new Counter({
    name: 'adwright_model_calls_total',
    help: 'Number of calls of models, by outcome: used, refused by the checks of the result, or failed.',
    labelNames: [...labelNames, 'outcome'] as const,
    registers,
  });
  const seconds = new Counter({
    name: 'adwright_model_call_seconds_total',
    help: 'Total duration of calls of models in seconds.',
    labelNames,
    registers,
  });
  const cost = new Counter({
    name: 'adwright_model_cost_usd_total',
    help: 'Cost of calls of models in US dollars, by the configured prices.',
    labelNames,
    registers,
  });
  const repeats = new Counter({
    name: 'adwright_model_repeats_total',
    help: 'Number of requests to models that were sent again although the provider may bill them again.',
    labelNames,
    registers,
  });
  return {
    observe({ port, provider, ...sums }) {
      const outcomes = { used: sums.calls - sums.failed - sums.refused, refused: sums.refused, failed: sums.failed };
      for (const [outcome, count] of Object.entries(outcomes)) counted.inc({ port, provider, outcome }, count);
      seconds.inc({ port, provider }, sums.seconds);
      cost.inc({ port, provider }, sums.costMicroUsd / 1e6);
      repeats.inc({ port, provider }, sums.repeats);
    },
  };
}
