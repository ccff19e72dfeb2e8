import { join } from 'node:path';
import type { Logger } from 'pino';
import type { ExpiringState } from '../admin/state/port.ts';
import { RedisState } from '../admin/state/redis-state.ts';
import { SqliteState } from '../admin/state/sqlite-state.ts';
import type { Clock } from '../clock/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import type { RedisConfig } from '../config/ledger-config.ts';
import { connectRedis } from './ledger.ts';

export interface OpenedState {
  state: ExpiringState;
  close(): void;
}

const connectingMs = 5_000;
const pauseMs = 100;

/** Opens the sessions of the dashboard in a data folder. */
export function openLocalState(dataDir: string): OpenedState {
  const state = new SqliteState({ file: join(dataDir, 'admin.db'), clock: systemClock });
  return { state, close: state.close.bind(state) };
}

/** Opens the sessions of the dashboard in Redis. Throws the last error if Redis does not respond within 5 s. */
export async function openRedisState(redis: RedisConfig, logger: Logger, clock: Clock): Promise<OpenedState> {
  const connection = connectRedis(redis, { role: 'cli', logger, clock });
  const state = new RedisState(connection);
  const close = connection.close.bind(connection);
  const endMs = clock.monotonicMs() + connectingMs;
  for (;;) {
    try {
      await state.get('sign-in');
      return { state, close };
    } catch (error) {
      if (clock.monotonicMs() >= endMs) {
        close();
        throw error;
      }
      await clock.sleep(pauseMs);
    }
  }
}
