import { hostname } from 'node:os';
import { z } from 'zod';
import { readEnvironment, type SettingCheck } from './environment.ts';
import {
  priceSettings,
  redisCheck,
  redisOf,
  redisSettings,
  retentionOf,
  retentionSettings,
  type RedisConfig,
  type RetentionConfig,
} from './ledger-config.ts';
import {
  clusterSettings,
  dnsLabel,
  flag,
  namespacesOf,
  secondsOfDay,
  StageDeadlines,
  whole,
  type Namespaces,
} from './settings.ts';
import { StorageSettings, type StorageConfig } from './storage-config.ts';

const Environment = z.intersection(
  z.object({
    ...clusterSettings,
    ...redisSettings,
    ...priceSettings,
    ...retentionSettings,
    ADWRIGHT_INSTALLATION_SECRET: z
      .string()
      .min(32, 'must have at least 32 characters, since it protects the addresses of files'),
    ADWRIGHT_STAGE_PODS: z.string().startsWith('/', 'must be the absolute path of the stage pods file'),
    ADWRIGHT_REQUIRE_READABLE_BRAND: flag.default(false),
    ADWRIGHT_MAX_RUNNING_JOBS: whole(0, 100_000).default(20),
    ADWRIGHT_STAGE_DEADLINES: StageDeadlines.default({}),
    ADWRIGHT_STAGE_FAULTS: z.string().default(''),
    ADWRIGHT_STAGE_WAIT_SECONDS: whole(60, 6 * secondsOfDay).default(3_600),
    ADWRIGHT_UNSCHEDULABLE_SECONDS: whole(1, secondsOfDay).default(600),
    ADWRIGHT_IMAGE_PULL_SECONDS: whole(1, secondsOfDay).default(180),
    ADWRIGHT_LEADER_ELECTION: flag.default(true),
    ADWRIGHT_LEASE_NAME: dnsLabel.default('adwright-controller'),
    ADWRIGHT_POD_NAME: z.string().default(hostname()),
  }),
  StorageSettings,
);

/** Settings of `adwright controller`. */
export interface ControllerConfig {
  namespaces: Namespaces;
  metricsListen: { host: string; port: number };
  /** Base URL of the API in links of results, without a trailing slash. */
  publicUrl: string;
  egressAllow: string;
  allowHttpCallbacks: boolean;
  /** True if jobs without any readable brand page fail, unless their account overrides this. */
  requireReadableBrand: boolean;
  storage: StorageConfig;
  redis: RedisConfig;
  /** Credits by action, which override the built-in list. */
  prices: Record<string, number>;
  retention: RetentionConfig;
  /** True if metrics are exported for each account and key. */
  hasAccountMetrics: boolean;
  /** Key of the HMAC in the names of attempt folders. */
  installationSecret: string;
  /** Absolute path of the file with the settings of stage pods. */
  stagePodsFile: string;
  maxRunningJobs: number;
  stageDeadlineSeconds: Record<string, number>;
  stageFaults: string;
  stageWaitSeconds: number;
  unschedulableSeconds: number;
  imagePullSeconds: number;
  leaderElection: boolean;
  leaseName: string;
  podName: string;
  logLevel: string;
}

/** Reads the environment. Throws `ConfigError` with a sentence for every invalid setting. */
export function readControllerConfig(
  env: NodeJS.ProcessEnv = process.env,
  checks: readonly SettingCheck[] = [],
): ControllerConfig {
  const seen = readEnvironment(Environment, env, [redisCheck, ...checks]);
  return {
    namespaces: namespacesOf(seen),
    metricsListen: seen.ADWRIGHT_METRICS_LISTEN,
    publicUrl: seen.ADWRIGHT_PUBLIC_URL,
    egressAllow: seen.ADWRIGHT_EGRESS_ALLOW,
    allowHttpCallbacks: seen.ADWRIGHT_ALLOW_HTTP_CALLBACKS,
    requireReadableBrand: seen.ADWRIGHT_REQUIRE_READABLE_BRAND,
    storage: seen.storage,
    redis: redisOf(seen),
    prices: seen.ADWRIGHT_PRICES,
    retention: retentionOf(seen),
    hasAccountMetrics: seen.ADWRIGHT_ACCOUNT_METRICS,
    installationSecret: seen.ADWRIGHT_INSTALLATION_SECRET,
    stagePodsFile: seen.ADWRIGHT_STAGE_PODS,
    maxRunningJobs: seen.ADWRIGHT_MAX_RUNNING_JOBS,
    stageDeadlineSeconds: seen.ADWRIGHT_STAGE_DEADLINES,
    stageFaults: seen.ADWRIGHT_STAGE_FAULTS,
    stageWaitSeconds: seen.ADWRIGHT_STAGE_WAIT_SECONDS,
    unschedulableSeconds: seen.ADWRIGHT_UNSCHEDULABLE_SECONDS,
    imagePullSeconds: seen.ADWRIGHT_IMAGE_PULL_SECONDS,
    leaderElection: seen.ADWRIGHT_LEADER_ELECTION,
    leaseName: seen.ADWRIGHT_LEASE_NAME,
    podName: seen.ADWRIGHT_POD_NAME,
    logLevel: seen.ADWRIGHT_LOG_LEVEL,
  };
}
