import { Counter, type Registry } from 'prom-client';

/** Registers `rest_client_requests_total`, as in client-go. Called once for a registry. */
export function createRestClientMetrics(registry: Registry): {
  answered(code: string, method: string, host: string): void;
} {
  const requests = new Counter({
    name: 'rest_client_requests_total',
    help: 'Requests to the Kubernetes API by status code, method and host.',
    labelNames: ['code', 'method', 'host'] as const,
    registers: [registry],
  });
  return {
    answered: (code, method, host) => {
      requests.inc({ code, method, host });
    },
  };
}
