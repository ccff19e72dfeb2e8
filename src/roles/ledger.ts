import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Clock } from '../clock/port.ts';
import { ConfigError } from '../config/environment.ts';
import type { RedisConfig } from '../config/ledger-config.ts';
import { messageOf } from '../files/error-code.ts';
import type { WholeLedger } from '../ledger/port.ts';
import { RedisConnection } from '../redis/connection.ts';
import { RedisLedger } from '../ledger/redis-ledger.ts';
import { SqliteLedger } from '../ledger/sqlite-ledger.ts';
import type { ModelBudget } from '../models/budget/port.ts';
import { RedisModelBudget } from '../models/budget/redis-model-budget.ts';
import { SqliteModelBudget } from '../models/budget/sqlite-model-budget.ts';
import type { Part } from '../observability/readiness.ts';
import type { RateLimiter } from '../ratelimit/port.ts';
import { RedisRateLimiter } from '../ratelimit/redis-rate-limiter.ts';
import { SqliteRateLimiter } from '../ratelimit/sqlite-rate-limiter.ts';
import { RedisWatch } from './redis-watch.ts';

export interface LedgerBackend {
  ledger: WholeLedger;
  rateLimiter: RateLimiter;
  modelBudget: ModelBudget;
  /**
   * Makes a write to the ledger that changes nothing. Rejects if the ledger cannot write. With Redis, does nothing,
   * because every rate-limit count already writes to the same server.
   */
  probeLedger(): Promise<void>;
  close(): void;
}

export interface RedisBackendOptions {
  role: string;
  logger: Logger;
  clock: Clock;
}

const connectingMs = 5_000;
const pauseMs = 100;

/**
 * Connects to Redis in the background. Until the connection is open, calls fail as unavailable. Reports problems of
 * Redis until `stop` aborts. Throws `ConfigError` for invalid settings.
 */
export function openWatchedLedger(
  redis: RedisConfig,
  options: RedisBackendOptions & { registry: Registry },
  stop: AbortSignal,
): LedgerBackend & { part: () => Part; connection: RedisConnection } {
  const connection = connectRedis(redis, options);
  const backend = backendOf(connection);
  const watch = new RedisWatch(connection, options);
  void watch.run(stop);
  return { ...backend, connection, part: () => watch.part() };
}

/** Returns the ledger once Redis responds. Throws the last error if Redis does not respond within 5 s. */
export async function connectedRedisLedger(redis: RedisConfig, options: RedisBackendOptions): Promise<LedgerBackend> {
  const backend = backendOf(connectRedis(redis, options));
  const { clock } = options;
  const endMs = clock.monotonicMs() + connectingMs;
  for (;;) {
    try {
      await backend.ledger.audit.position();
      return backend;
    } catch (error) {
      if (clock.monotonicMs() >= endMs) {
        backend.close();
        throw error;
      }
      await clock.sleep(pauseMs);
    }
  }
}

export function openSqliteLedger(dataDir: string, clock: Clock): LedgerBackend {
  const ledger = new SqliteLedger({ file: join(dataDir, 'ledger.db'), clock });
  const rateLimiter = new SqliteRateLimiter({ file: join(dataDir, 'limits.db'), clock });
  const modelBudget = new SqliteModelBudget({ file: join(dataDir, 'model-budgets.db'), clock });
  return {
    ledger,
    rateLimiter,
    modelBudget,
    probeLedger: () => ledger.probe(),
    close: () => {
      modelBudget.close();
      rateLimiter.close();
      ledger.close();
    },
  };
}

/** Connects to Redis in the background, with the scripts of the ledger, whose commands the rights of a user must allow. */
export function openCheckedRedis(redis: RedisConfig, options: RedisBackendOptions): RedisConnection {
  const connection = connectRedis(redis, options);
  backendOf(connection);
  return connection;
}

function backendOf(connection: RedisConnection): LedgerBackend {
  return {
    ledger: new RedisLedger(connection),
    rateLimiter: new RedisRateLimiter(connection),
    modelBudget: new RedisModelBudget(connection),
    probeLedger: () => Promise.resolve(),
    close: () => {
      connection.close();
    },
  };
}

export function connectRedis(redis: RedisConfig, { role, logger }: RedisBackendOptions): RedisConnection {
  try {
    return new RedisConnection({ ...redis, clientName: `adwright-${role}`, logger });
  } catch (error) {
    throw new ConfigError([`ADWRIGHT_REDIS_URL, ADWRIGHT_REDIS_CA_FILE: ${messageOf(error)}`]);
  }
}
