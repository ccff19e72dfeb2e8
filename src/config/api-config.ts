import { z } from 'zod';
import type { LoadLimits } from '../api/load/load-limits.ts';
import type { WindowDefaults } from '../schema/apikey.ts';
import { listenAddress, readEnvironment, type SettingCheck } from './environment.ts';
import {
  priceSettings,
  redisCheck,
  redisOf,
  redisSettings,
  windowDefaultsOf,
  windowSettings,
  type RedisConfig,
} from './ledger-config.ts';
import { clusterSettings, loadOf, loadSettings, namespacesOf, Words, type Namespaces } from './settings.ts';
import { StorageSettings, type StorageConfig } from './storage-config.ts';

const Environment = z.intersection(
  z.object({
    ...clusterSettings,
    ...redisSettings,
    ...priceSettings,
    ...windowSettings,
    ...loadSettings,
    ADWRIGHT_LISTEN: listenAddress.default({ host: '::', port: 8080 }),
    ADWRIGHT_CORS_ORIGINS: Words,
  }),
  StorageSettings,
);

/** Settings of `adwright api`. */
export interface ApiConfig {
  namespaces: Namespaces;
  listen: { host: string; port: number };
  metricsListen: { host: string; port: number };
  /** Base URL of the API, without a trailing slash. */
  publicUrl: string;
  corsOrigins: string[];
  egressAllow: string;
  allowHttpCallbacks: boolean;
  storage: StorageConfig;
  redis: RedisConfig;
  /** Credits by action, which override the built-in list. */
  prices: Record<string, number>;
  windowDefaults: WindowDefaults;
  responseCacheBytes: number;
  load: LoadLimits;
  logLevel: string;
}

/** Reads the environment. Throws `ConfigError` with a sentence for every invalid setting. */
export function readApiConfig(env: NodeJS.ProcessEnv = process.env, checks: readonly SettingCheck[] = []): ApiConfig {
  const seen = readEnvironment(Environment, env, [redisCheck, ...checks]);
  return {
    namespaces: namespacesOf(seen),
    listen: seen.ADWRIGHT_LISTEN,
    metricsListen: seen.ADWRIGHT_METRICS_LISTEN,
    publicUrl: seen.ADWRIGHT_PUBLIC_URL,
    corsOrigins: seen.ADWRIGHT_CORS_ORIGINS,
    egressAllow: seen.ADWRIGHT_EGRESS_ALLOW,
    allowHttpCallbacks: seen.ADWRIGHT_ALLOW_HTTP_CALLBACKS,
    storage: seen.storage,
    redis: redisOf(seen),
    prices: seen.ADWRIGHT_PRICES,
    windowDefaults: windowDefaultsOf(seen),
    responseCacheBytes: seen.ADWRIGHT_RESPONSE_CACHE_MIB * 1024 * 1024,
    load: loadOf(seen),
    logLevel: seen.ADWRIGHT_LOG_LEVEL,
  };
}
