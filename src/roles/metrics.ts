import { Gauge, type Registry } from 'prom-client';

export function createLedgerExactGauge(registry: Registry): Gauge {
  return unknownGauge(registry, {
    name: 'adwright_ledger_exact',
    help: '1 if acknowledged writes survive a Redis failure; 0 if its settings may lose some. Absent while unknown.',
  });
}

export function createCreatesPossibleGauge(registry: Registry): Gauge {
  return unknownGauge(registry, {
    name: 'adwright_creates_possible',
    help: '1 if jobs can be created; 0 if every request to create a job is refused with 503. Absent before the first check.',
  });
}

function unknownGauge(registry: Registry, names: { name: string; help: string }): Gauge {
  const gauge = new Gauge({ ...names, registers: [registry] });
  gauge.remove();
  return gauge;
}
