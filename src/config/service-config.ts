import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { LoadLimits } from '../api/load/load-limits.ts';
import type { WindowDefaults } from '../schema/apikey.ts';
import { listenAddress, readEnvironment, type SettingCheck } from './environment.ts';
import {
  priceSettings,
  retentionOf,
  retentionSettings,
  windowDefaultsOf,
  windowSettings,
  type RetentionConfig,
} from './ledger-config.ts';
import { dnsLabel, flag, loadOf, loadSettings, LogLevel, PublicUrl, StageDeadlines, whole, Words } from './settings.ts';

const Environment = z.object({
  ...priceSettings,
  ...windowSettings,
  ...loadSettings,
  ...retentionSettings,
  ADWRIGHT_DATA_DIR: z.string().default('data'),
  ADWRIGHT_NAMESPACE: dnsLabel.default('default'),
  ADWRIGHT_LISTEN: listenAddress.default({ host: '127.0.0.1', port: 8080 }),
  ADWRIGHT_METRICS_LISTEN: listenAddress.default({ host: '127.0.0.1', port: 9090 }),
  ADWRIGHT_PUBLIC_URL: PublicUrl.optional(),
  ADWRIGHT_CORS_ORIGINS: Words,
  ADWRIGHT_EGRESS_ALLOW: z.string().default(''),
  ADWRIGHT_ALLOW_HTTP_CALLBACKS: flag.default(false),
  ADWRIGHT_REQUIRE_READABLE_BRAND: flag.default(false),
  ADWRIGHT_MAX_RUNNING_JOBS: whole(0, 100_000).default(20),
  ADWRIGHT_STAGE_CONCURRENCY: whole(1, 1_024).default(availableParallelism()),
  ADWRIGHT_STAGE_MEMORY_MIB: whole(128, 65_536).default(512),
  ADWRIGHT_STAGE_DEADLINES: StageDeadlines.default({}),
  ADWRIGHT_STAGE_FAULTS: z.string().default(''),
  ADWRIGHT_LOG_LEVEL: LogLevel,
});

/** Settings of `adwright local`, checked once at start. */
export interface ServiceConfig {
  /** Absolute path of the data folder. */
  dataDir: string;
  namespace: string;
  listen: { host: string; port: number };
  metricsListen: { host: string; port: number };
  /** Base URL of the API, without a trailing slash. Absent: the address that the API listens on. */
  publicUrl: string | undefined;
  corsOrigins: string[];
  egressAllow: string;
  allowHttpCallbacks: boolean;
  /** True if jobs without any readable brand page fail, unless their account overrides this. */
  requireReadableBrand: boolean;
  maxRunningJobs: number;
  stageConcurrency: number;
  stageMemoryBytesMax: number;
  stageDeadlineSeconds: Record<string, number>;
  stageFaults: string;
  /** Credits by action, which override the built-in list. */
  prices: Record<string, number>;
  windowDefaults: WindowDefaults;
  responseCacheBytes: number;
  load: LoadLimits;
  retention: RetentionConfig;
  /** True if metrics are exported for each account and key. */
  hasAccountMetrics: boolean;
  logLevel: string;
}

/** Reads the environment. Throws `ConfigError` with a sentence for every invalid setting. */
export function readServiceConfig(
  env: NodeJS.ProcessEnv = process.env,
  checks: readonly SettingCheck[] = [],
): ServiceConfig {
  const seen = readEnvironment(Environment, env, [...checks]);
  return {
    dataDir: resolve(seen.ADWRIGHT_DATA_DIR),
    namespace: seen.ADWRIGHT_NAMESPACE,
    listen: seen.ADWRIGHT_LISTEN,
    metricsListen: seen.ADWRIGHT_METRICS_LISTEN,
    publicUrl: seen.ADWRIGHT_PUBLIC_URL,
    corsOrigins: seen.ADWRIGHT_CORS_ORIGINS,
    egressAllow: seen.ADWRIGHT_EGRESS_ALLOW,
    allowHttpCallbacks: seen.ADWRIGHT_ALLOW_HTTP_CALLBACKS,
    requireReadableBrand: seen.ADWRIGHT_REQUIRE_READABLE_BRAND,
    maxRunningJobs: seen.ADWRIGHT_MAX_RUNNING_JOBS,
    stageConcurrency: seen.ADWRIGHT_STAGE_CONCURRENCY,
    stageMemoryBytesMax: seen.ADWRIGHT_STAGE_MEMORY_MIB * 1024 * 1024,
    stageDeadlineSeconds: seen.ADWRIGHT_STAGE_DEADLINES,
    stageFaults: seen.ADWRIGHT_STAGE_FAULTS,
    prices: seen.ADWRIGHT_PRICES,
    windowDefaults: windowDefaultsOf(seen),
    responseCacheBytes: seen.ADWRIGHT_RESPONSE_CACHE_MIB * 1024 * 1024,
    load: loadOf(seen),
    retention: retentionOf(seen),
    hasAccountMetrics: seen.ADWRIGHT_ACCOUNT_METRICS,
    logLevel: seen.ADWRIGHT_LOG_LEVEL,
  };
}
