import { Counter, type Registry } from 'prom-client';
import type { RateWindow } from '../schema/endpoints/endpoint.ts';

/** `unavailable`: the counter store did not answer, so the request was refused and counts nowhere. */
export type WindowDecision = 'allowed' | 'refused' | 'unavailable';

/** What became of a create. `unavailable`: a store did not answer, and the create is taken back where it may have happened. */
export type AdmissionOutcome = 'accepted' | 'replayed' | 'reused' | 'insufficient' | 'unavailable' | 'lost';

export interface AdmissionMetrics {
  counted(window: RateWindow, decision: WindowDecision): void;
  admitted(outcome: AdmissionOutcome): void;
}

/** To be made once for a registry. */
export function createAdmissionMetrics(registry: Registry): AdmissionMetrics {
  const requests = new Counter({
    name: 'adwright_rate_limit_requests_total',
    help: 'Requests by the rate window they count in (endpoint) and whether it took them.',
    labelNames: ['endpoint', 'decision'] as const,
    registers: [registry],
  });
  const admissions = new Counter({
    name: 'adwright_admissions_total',
    help: 'Valid creates by what became of them; unavailable also counts those refused because the counter store is away.',
    labelNames: ['outcome'] as const,
    registers: [registry],
  });
  return {
    counted: (endpoint, decision) => {
      requests.inc({ endpoint, decision });
    },
    admitted: (outcome) => {
      admissions.inc({ outcome });
    },
  };
}
