import { Counter, type Registry } from 'prom-client';
import { rateWindows } from '../ads/known-types.ts';
import type { AdmissionOutcome } from '../operations/jobs/create-job.ts';
import type { RateWindow } from '../schema/endpoints/endpoint.ts';

/**
 * Outcome of counting a request against its rate limit. `unavailable`: the store of the counts did not respond, so the
 * request was refused without being counted.
 */
export type WindowDecision = 'allowed' | 'refused' | 'unavailable';

export interface AdmissionMetrics {
  counted(window: RateWindow, decision: WindowDecision): void;
  admitted(outcome: AdmissionOutcome): void;
}

export function createAdmissionMetrics(registry: Registry): AdmissionMetrics {
  const requests = new Counter({
    name: 'adwright_rate_limit_requests_total',
    help: 'Requests checked by the rate limiter, by endpoint and decision.',
    labelNames: ['endpoint', 'decision'] as const,
    registers: [registry],
  });
  const admissions = new Counter({
    name: 'adwright_admissions_total',
    help: 'Valid requests to create a job, by outcome; unavailable includes requests refused because the counter store is unavailable.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  // From 0, because otherwise the Prometheus function `increase` would not count the first requests after a start.
  for (const { name: endpoint } of rateWindows)
    for (const decision of ['allowed', 'refused'] as const) requests.inc({ endpoint, decision }, 0);
  for (const outcome of ['accepted', 'unavailable', 'lost'] as const) admissions.inc({ outcome }, 0);
  return {
    counted: (endpoint, decision) => {
      requests.inc({ endpoint, decision });
    },
    admitted: (outcome) => {
      admissions.inc({ outcome });
    },
  };
}

/** Returns a function that counts a row of the audit log that was lost. */
export function createLostRowsMetric(registry: Registry): () => void {
  const lost = new Counter({
    name: 'adwright_audit_log_lost_total',
    help: 'Changes by the API that could not be recorded in the audit log.',
    registers: [registry],
  });
  return () => {
    lost.inc();
  };
}
