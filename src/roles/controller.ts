import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { ArtifactStore } from '../artifacts/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import { CommandError } from '../commands/context.ts';
import { readControllerConfig, type ControllerConfig } from '../config/controller-config.ts';
import { ConfigError } from '../config/environment.ts';
import { readModelsConfig } from '../config/models-config.ts';
import { parseAddressRules } from '../domain/address-rule.ts';
import { priceList } from '../domain/pricing.ts';
import type { EventSink } from '../events/port.ts';
import { messageOf } from '../files/error-code.ts';
import { KubernetesEvents } from '../k8s/kubernetes-events.ts';
import { KubernetesWarnings } from '../k8s/kubernetes-warnings.ts';
import { JobLauncher, type JobLauncherOptions } from '../launch/kubernetes/job-launcher.ts';
import { newestKey } from '../launch/kubernetes/sealing-keys.ts';
import { sealingKeysFolder } from '../schema/stage-contract.ts';
import type { StageStorage } from '../launch/kubernetes/job-spec.ts';
import type { StageLauncher } from '../launch/port.ts';
import { parseStagePods, type StagePods } from '../launch/kubernetes/stage-pods.ts';
import type { ModelsConfig } from '../models/config/models-file.ts';
import { processMetrics } from '../observability/process-metrics.ts';
import { createLogger } from '../observability/logger.ts';
import { startMetricsServer } from '../observability/metrics-server.ts';
import { Probes } from '../observability/readiness.ts';
import { aborted } from '../runtime/aborted.ts';
import { fencedArtifacts } from '../runtime/fenced-artifacts.ts';
import { fencedLedger } from '../runtime/fenced-ledger.ts';
import { fencedStore } from '../runtime/fenced-store.ts';
import { LeaderElection, type Leadership, type LeadershipEnd } from '../runtime/leader-election.ts';
import { createCacheMetrics, createLeaderMetrics, type CacheMetrics } from '../runtime/metrics.ts';
import type { ObjectStore } from '../store/port.ts';
import { openCallbacks } from './callbacks.ts';
import { controllerChecks, warnOfUnknownSettings } from './checked-settings.ts';
import { openCluster, watchedNamespace, type Cluster } from './cluster.ts';
import { createControllers, type Controllers } from './controllers.ts';
import { openWatchedLedger, type LedgerBackend } from './ledger.ts';
import { listening } from './listening.ts';
import { withOwnServices } from './own-services.ts';
import { stageSettingsOf } from './stage-settings.ts';
import { clusterSigning, signingKeysOf, type SigningStores } from './signing.ts';
import { openArtifacts } from './storage.ts';
import type { Tracing } from '../tracing/port.ts';
import { logFields, openTracing } from './tracing.ts';
import { trustConfiguredAuthorities } from './trusted-ca.ts';

interface Parts {
  config: ControllerConfig;
  models: ModelsConfig;
  stagePods: StagePods;
  cluster: Cluster;
  artifacts: ArtifactStore;
  stageStorage: StageStorage;
  ledgerBackend: LedgerBackend;
  logger: Logger;
  registry: Registry;
  tracing: Tracing | undefined;
}

/**
 * Runs the controllers on a cluster while this process is the leader. Resolves once the controllers have stopped and
 * none of their work is in progress. Rejects when this process loses the leader election.
 */
export async function runController(stop: AbortSignal): Promise<void> {
  const settings = readControllerConfig(undefined, controllerChecks);
  const stagePods = readStagePods(settings.stagePodsFile);
  const models = readModelsConfig(settings.modelsFile, settings.stageDeadlineSeconds);
  const logger = createLogger(settings.logLevel, 'controller', undefined, logFields(settings));
  warnOfUnknownSettings(logger);
  const trustedCa = trustConfiguredAuthorities(settings.trustedCaFile);
  const registry = processMetrics();
  const tracing = await openTracing(settings, 'adwright-controller', logger);
  const cluster = openCluster({ role: 'controller', registry, trustedCa });
  const egress = await withOwnServices(settings, cluster, { logger, retryUntil: stop });
  const config = { ...settings, egress };
  const files = await openArtifacts(config.storage, 'write');
  const ledgerBackend = openWatchedLedger(
    config.redis,
    { role: 'controller', logger, clock: systemClock, registry },
    stop,
  );
  const probes = new Probes();
  probes.add(ledgerBackend.part);
  const metricsServer = await listening('ADWRIGHT_METRICS_LISTEN', config.metricsListen, () =>
    startMetricsServer(registry, config.metricsListen, probes),
  );
  const { artifacts, stageStorage } = files;
  const parts: Parts = {
    config,
    models,
    stagePods,
    cluster,
    artifacts,
    stageStorage,
    ledgerBackend,
    logger,
    registry,
    tracing,
  };
  const end = await (config.leaderElection ? whileLeading(parts, stop) : alone(parts, stop));
  probes.drain();
  ledgerBackend.close();
  files.close();
  await Promise.all([metricsServer.close(), cluster.close(), tracing?.close()]);
  // After a lost leader election, the process exits and is started again with fresh state. If it continued, its work in
  // progress could overlap with the work of the next leader.
  if (end === 'lost')
    throw new CommandError('Leader election lost. Another controller takes over; this process exits to restart.');
}

/**
 * Runs the controllers without leader election. Only for tests, because nothing prevents a second controller from
 * working at the same time.
 */
async function alone(parts: Parts, stop: AbortSignal): Promise<LeadershipEnd> {
  const leadership = { holds: () => true };
  createLeaderMetrics(parts.registry, parts.config.leaseName).leading(leadership);
  await lead(parts, leadership, stop);
  return 'stopped';
}

function whileLeading(parts: Parts, stop: AbortSignal): Promise<LeadershipEnd> {
  const { config, cluster, logger, registry } = parts;
  const election = new LeaderElection({
    store: cluster.store,
    key: { namespace: config.namespace, name: config.leaseName },
    identity: `${config.podName}_${randomUUID()}`,
    clock: systemClock,
    logger,
    metrics: createLeaderMetrics(registry, config.leaseName),
  });
  return election.run(stop, (signal) => lead(parts, election, signal));
}

/**
 * Runs the controllers after this process has become the leader. Their caches read all objects again, because data that
 * was read earlier may be older than the writes of the previous leader.
 */
async function lead(parts: Parts, leadership: Leadership, stop: AbortSignal): Promise<void> {
  const { cluster, logger } = parts;
  const store = fencedStore(
    cluster.store.guarded(() => leadership.holds()),
    leadership,
  );
  const caches = createCacheMetrics(parts.registry);
  const launcher = createLauncher(parts, store);
  for (const kind of ['Job', 'Pod'] as const) caches({ cache: 'launcher', kind }, () => launcher.staleSeconds(kind));
  const events = new KubernetesEvents(cluster.client, { logger });
  const ledgerBackend = { ...parts.ledgerBackend, ledger: fencedLedger(parts.ledgerBackend.ledger, leadership) };
  const artifacts = fencedArtifacts(parts.artifacts, leadership);
  const { namespace, accountSecrets: location } = parts.config;
  const secret = { namespace: location.namespace ?? namespace, name: location.name };
  const signing = clusterSigning(cluster.client, secret, leadership);
  const controllers = createControllersOf(
    { ...parts, ledgerBackend, artifacts },
    { store, launcher, events, caches, signing },
  );
  // The launcher starts first: until it has listed the running stages, a job's stage would count as lost.
  await launcher.start(stop);
  await controllers.start(stop);
  logger.info('controllers started');
  await aborted(stop);
  await controllers.drain();
  await events.flushed();
}

/**
 * Time in seconds after which a pod whose container fails to start is replaced. The kubelet waits ever longer between
 * its tries, so a new pod starts sooner after the image has appeared.
 */
const podStartSeconds = 180;

/**
 * Returns the function that finds the key with which the input of a stage is sealed. The Secret is in the namespace of
 * the release alone, so inputs of stages in other namespaces, and inputs without presigned URLs, are not sealed.
 */
function sealingOf({ config, stageStorage }: Parts): NonNullable<JobLauncherOptions['sealingOf']> {
  const { stageInputSecret: secret, namespace: own } = config;
  return async (namespace) => {
    if (secret === undefined || namespace !== own || stageStorage.access !== 'presigned-urls') return undefined;
    const key = await newestKey(sealingKeysFolder);
    return key && { secret, key };
  };
}

function createLauncher(parts: Parts, store: ObjectStore): JobLauncher {
  const { config, cluster, stagePods, stageStorage, logger } = parts;
  return new JobLauncher({
    store,
    namespace: watchedNamespace(config),
    clock: systemClock,
    logger,
    stagePods,
    storage: stageStorage,
    settings: stageSettingsOf(config),
    unschedulableSeconds: config.unschedulableSeconds,
    imagePullSeconds: Math.min(podStartSeconds, config.imagePullSeconds),
    warnings: new KubernetesWarnings(cluster.client, systemClock),
    sealingOf: sealingOf(parts),
  });
}

interface ClusterParts {
  store: ObjectStore;
  launcher: StageLauncher;
  events: EventSink;
  caches: CacheMetrics;
  signing: SigningStores;
}

function createControllersOf(
  { config, models, artifacts, ledgerBackend, logger, registry, tracing }: Parts,
  { signing, ...cluster }: ClusterParts,
): Controllers {
  const { installationSecret, maxRunningJobs, stageDeadlineSeconds, stageWaitSeconds } = config;
  const { unschedulableHoldSeconds, imagePullSeconds } = config;
  const { allowHttpCallbacks, requireReadableBrand, retention, hasAccountMetrics, windowDefaults } = config;
  const watched = watchedNamespace(config);
  return createControllers({
    ...cluster,
    ...{ artifacts, ledgerBackend, logger, registry, tracing, retention, hasAccountMetrics, windowDefaults },
    callbacks: openCallbacks(config, signingKeysOf(signing, { store: cluster.store, logger })),
    accountSecrets: signing.accountSecrets,
    pipeline: {
      ...(watched !== undefined && { namespace: watched }),
      ...{ installationSecret, maxRunningJobs, stageDeadlineSeconds, stageWaitSeconds },
      ...{ unschedulableHoldSeconds, imagePullSeconds },
      ...{ allowHttpCallbacks, requireReadableBrand, models },
      publicBase: config.publicUrl,
      prices: priceList(config.prices),
      addressRules: parseAddressRules(config.egress),
    },
  });
}

function readStagePods(file: string): StagePods {
  try {
    return parseStagePods(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new ConfigError([`ADWRIGHT_STAGE_PODS (${file}): ${messageOf(error)}`]);
  }
}
