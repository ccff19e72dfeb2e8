import { availableParallelism, hostname } from 'node:os';
import { resolve } from 'node:path';
import { z } from 'zod';
import { defaultLoadLimits } from '../http/load/load-limits.ts';
import { clusterAdminSettings, localAdminSettings } from './admin-settings.ts';
import { egressSettings, trustSettings } from './egress-settings.ts';
import { installationSettings } from './installation-settings.ts';
import { modelsSettings } from './models-settings.ts';
import { priceSettings, redisSettings, retentionSettings, windowSettings } from './ledger-settings.ts';
import { setting } from './setting.ts';
import { tracingSettings } from './tracing-settings.ts';
import {
  dnsLabel,
  flag,
  listenAddress,
  LogLevel,
  PublicUrl,
  SecretLocation,
  secondsOfDay,
  StageDeadlines,
  whole,
  Words,
} from './value-schemas.ts';

const addressSettings = {
  ...egressSettings,
  ...trustSettings,
  allowHttpCallbacks: setting('ADWRIGHT_ALLOW_HTTP_CALLBACKS', flag.default(false)),
};

const accountSecretsSettings = {
  accountSecrets: setting('ADWRIGHT_ACCOUNT_SECRETS', SecretLocation.prefault('adwright-account-secrets')),
};

/** Settings that all roles (API, controller and dashboard) have on a cluster. */
const clusterSettings = {
  namespace: setting('ADWRIGHT_NAMESPACE', dnsLabel),
  watchAllNamespaces: setting('ADWRIGHT_WATCH_ALL_NAMESPACES', flag.default(false)),
  publicUrl: setting('ADWRIGHT_PUBLIC_URL', PublicUrl),
  ...addressSettings,
  logLevel: setting('ADWRIGHT_LOG_LEVEL', LogLevel),
  metricsListen: setting('ADWRIGHT_METRICS_LISTEN', listenAddress.default({ host: '::', port: 9090 })),
  redis: redisSettings,
  ...priceSettings,
};

const servingSettings = {
  ...windowSettings,
  responseCacheBytes: setting(
    'ADWRIGHT_RESPONSE_CACHE_MIB',
    whole(1, 65_536)
      .default(64)
      .transform((mebibytes) => mebibytes * 1024 * 1024),
  ),
  load: {
    waitingMax: setting('ADWRIGHT_WAITING_REQUESTS_MAX', whole(1, 100_000).default(defaultLoadLimits.waitingMax)),
    waitMsMax: setting(
      'ADWRIGHT_REQUEST_WAIT_SECONDS',
      whole(1, 60)
        .default(defaultLoadLimits.waitMsMax / 1_000)
        .transform((seconds) => seconds * 1_000),
    ),
  },
  corsOrigins: setting('ADWRIGHT_CORS_ORIGINS', Words),
};

const pipelineSettings = {
  ...modelsSettings,
  requireReadableBrand: setting('ADWRIGHT_REQUIRE_READABLE_BRAND', flag.default(false)),
  maxRunningJobs: setting('ADWRIGHT_MAX_RUNNING_JOBS', whole(0, 100_000).default(20)),
  stageDeadlineSeconds: setting('ADWRIGHT_STAGE_DEADLINES', StageDeadlines.default({})),
  stageFaults: setting('ADWRIGHT_STAGE_FAULTS', z.string().default('')),
  ...retentionSettings,
};

export const apiSettings = {
  ...clusterSettings,
  ...tracingSettings,
  ...servingSettings,
  listen: setting('ADWRIGHT_LISTEN', listenAddress.default({ host: '::', port: 8080 })),
};

export const adminSettings = {
  ...clusterSettings,
  ...windowSettings,
  ...accountSecretsSettings,
  ...clusterAdminSettings,
};

export const controllerSettings = {
  ...clusterSettings,
  ...windowSettings,
  ...pipelineSettings,
  ...accountSecretsSettings,
  ...installationSettings,
  ...tracingSettings,
  stagePodsFile: setting(
    'ADWRIGHT_STAGE_PODS',
    z.string().startsWith('/', 'must be the absolute path of the stage pods file'),
  ),
  /** Secret with the keys that seal the inputs of stages with presigned URLs. Its entries are files of the controller. */
  stageInputSecret: setting('ADWRIGHT_STAGE_INPUT_SECRET', z.string().optional()),
  stageWaitSeconds: setting('ADWRIGHT_STAGE_WAIT_SECONDS', whole(60, 6 * secondsOfDay).default(3_600)),
  unschedulableSeconds: setting('ADWRIGHT_UNSCHEDULABLE_SECONDS', whole(1, secondsOfDay).default(600)),
  unschedulableHoldSeconds: setting('ADWRIGHT_UNSCHEDULABLE_HOLD_SECONDS', whole(0, secondsOfDay).default(30)),
  imagePullSeconds: setting('ADWRIGHT_IMAGE_PULL_SECONDS', whole(1, secondsOfDay).default(1_500)),
  leaderElection: setting('ADWRIGHT_LEADER_ELECTION', flag.default(true)),
  leaseName: setting('ADWRIGHT_LEASE_NAME', dnsLabel.default('adwright-controller')),
  podName: setting('ADWRIGHT_POD_NAME', z.string().default(hostname())),
};

const folder = (path: string) =>
  z
    .string()
    .default(path)
    .transform((given) => resolve(given));

export const voicesSettings = {
  /** Folder with the speech model and the voices for films, which `make voices` installs. */
  voicesDir: setting('ADWRIGHT_VOICES_DIR', folder('voices')),
};

export const localSettings = {
  ...priceSettings,
  ...servingSettings,
  ...pipelineSettings,
  ...addressSettings,
  dataDir: setting(
    'ADWRIGHT_DATA_DIR',
    z
      .string()
      .default('data')
      .transform((path) => resolve(path)),
  ),
  ...voicesSettings,
  /** Folder with the network that finds the subjects of photos, which `make cutout` installs. */
  cutoutDir: setting('ADWRIGHT_CUTOUT_DIR', folder('cutout')),
  /** Browser that paints pages: a path, a name, or `off`. Empty: the first known browser in the folders of `PATH`. */
  browser: setting('ADWRIGHT_BROWSER', z.string().max(4_096).default('')),
  namespace: setting('ADWRIGHT_NAMESPACE', dnsLabel.default('default')),
  listen: setting('ADWRIGHT_LISTEN', listenAddress.default({ host: '127.0.0.1', port: 8080 })),
  metricsListen: setting('ADWRIGHT_METRICS_LISTEN', listenAddress.default({ host: '127.0.0.1', port: 9090 })),
  publicUrl: setting('ADWRIGHT_PUBLIC_URL', PublicUrl.optional()),
  ...localAdminSettings,
  stageConcurrency: setting('ADWRIGHT_STAGE_CONCURRENCY', whole(1, 1_024).default(availableParallelism())),
  /** Memory limit of every stage in MiB. If absent, each stage has its own default limit. */
  stageMemoryMebibytes: setting('ADWRIGHT_STAGE_MEMORY_MIB', whole(128, 65_536).optional()),
  logLevel: setting('ADWRIGHT_LOG_LEVEL', LogLevel),
  ...tracingSettings,
  /** Folders in which a stage finds the programs that it starts, such as ffmpeg. */
  path: setting('PATH', z.string().default('')),
};

export const commandSettings = {
  dataDir: setting('ADWRIGHT_DATA_DIR', z.string().optional()),
  namespace: setting('ADWRIGHT_NAMESPACE', dnsLabel.optional()),
  ...accountSecretsSettings,
  kubeconfig: setting('KUBECONFIG', z.string().optional()),
  ...trustSettings,
  serviceHost: setting('KUBERNETES_SERVICE_HOST', z.string().optional()),
};
