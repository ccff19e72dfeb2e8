import { join } from 'node:path';
import type { Logger } from 'pino';
import { Gauge, type Registry } from 'prom-client';
import type { Clock } from '../clock/port.ts';
import { ConfigError } from '../config/environment.ts';
import type { RedisConfig } from '../config/ledger-config.ts';
import { messageOf } from '../files/error-code.ts';
import type { WholeLedger } from '../ledger/port.ts';
import { RedisConnection } from '../ledger/redis-connection.ts';
import { RedisLedger } from '../ledger/redis-ledger.ts';
import { SqliteLedger } from '../ledger/sqlite-ledger.ts';
import type { RateLimiter } from '../ratelimit/port.ts';
import { RedisRateLimiter } from '../ratelimit/redis-rate-limiter.ts';
import { SqliteRateLimiter } from '../ratelimit/sqlite-rate-limiter.ts';

/** The books and the counters of one installation. */
export interface LedgerHome {
  ledger: WholeLedger;
  rateLimiter: RateLimiter;
  close(): void;
}

export interface RedisHomeOptions {
  role: string;
  logger: Logger;
  clock: Clock;
  registry?: Registry;
}

/** Settings change while Redis runs. */
const exactnessMs = 60_000;
const unreachableMs = 1_000;
/** How long a command waits for Redis, and how often it asks. */
const connectingMs = 5_000;
const pauseMs = 100;

/** Connects in the background: who asks before that is told that Redis is not there. Throws `ConfigError`. */
export function openRedisLedger(redis: RedisConfig, options: RedisHomeOptions, stop?: AbortSignal): LedgerHome {
  const connection = connect(redis, options);
  const { registry } = options;
  if (registry !== undefined && stop !== undefined) void watchExactness(connection, registry, options, stop);
  return {
    ledger: new RedisLedger(connection),
    rateLimiter: new RedisRateLimiter(connection),
    close: () => {
      connection.close();
    },
  };
}

/** As `openRedisLedger`, once it answers. Throws what Redis says where it does not within some seconds. */
export async function connectedRedisLedger(redis: RedisConfig, options: RedisHomeOptions): Promise<LedgerHome> {
  const home = openRedisLedger(redis, options);
  const { clock } = options;
  const endMs = clock.monotonicMs() + connectingMs;
  for (;;) {
    try {
      await home.ledger.audit.position();
      return home;
    } catch (error) {
      if (clock.monotonicMs() >= endMs) {
        home.close();
        throw error;
      }
      await clock.sleep(pauseMs);
    }
  }
}

/** Files of the data folder. */
export function openSqliteLedger(dataDir: string, clock: Clock): LedgerHome {
  const ledger = new SqliteLedger({ file: join(dataDir, 'ledger.db'), clock });
  const rateLimiter = new SqliteRateLimiter({ file: join(dataDir, 'limits.db'), clock });
  return {
    ledger,
    rateLimiter,
    close: () => {
      rateLimiter.close();
      ledger.close();
    },
  };
}

function connect(redis: RedisConfig, { role, logger }: RedisHomeOptions): RedisConnection {
  try {
    return new RedisConnection({ ...redis, clientName: `adwright-${role}`, logger });
  } catch (error) {
    throw new ConfigError([`ADWRIGHT_REDIS_URL, ADWRIGHT_REDIS_CA_FILE: ${messageOf(error)}`]);
  }
}

/** Says in log and metric whether what Redis has answered outlives its end. What is not known is not called inexact. */
async function watchExactness(
  connection: RedisConnection,
  registry: Registry,
  { logger, clock }: RedisHomeOptions,
  stop: AbortSignal,
): Promise<void> {
  const exact = new Gauge({
    name: 'adwright_ledger_exact',
    help: '1: what Redis has answered outlives its end; 0: its settings may lose some. Absent while it is not known.',
    registers: [registry],
  });
  exact.remove();
  let told = '';
  while (!stop.aborted) {
    const seen = await connection.exactness().catch(() => undefined);
    if (seen !== undefined && seen.kind !== 'unknown') exact.set(seen.kind === 'exact' ? 1 : 0);
    const reasons = seen?.kind === 'inexact' ? seen.reasons.join(', ') : told;
    if (reasons !== told) logger.warn({ reasons }, 'Redis may lose what it has answered');
    told = reasons;
    await clock.sleep(seen === undefined ? unreachableMs : exactnessMs, stop);
  }
}
