import { Counter, Gauge, type Registry } from 'prom-client';

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

/** Registers whether Redis is connected, and how often the connection was lost. */
export function createRedisMetrics(registry: Registry, connection: { isReady: boolean; losses: number }): void {
  new Gauge({
    name: 'adwright_redis_connected',
    help: '1 if this process is connected to Redis, else 0.',
    registers: [registry],
    collect() {
      this.set(connection.isReady ? 1 : 0);
    },
  });
  new Counter({
    name: 'adwright_redis_disconnects_total',
    help: 'Number of times that this process has lost its connection to Redis.',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(connection.losses);
    },
  });
}

function unknownGauge(registry: Registry, names: { name: string; help: string }): Gauge {
  const gauge = new Gauge({ ...names, registers: [registry] });
  gauge.remove();
  return gauge;
}
