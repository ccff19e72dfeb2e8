import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { ArtifactArchive } from '../archive/artifact-archive.ts';
import type { Archive } from '../archive/port.ts';
import type { AuditLog } from '../audit-log/port.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import type { ControllerConfig } from '../config/controller-config.ts';
import { createAccountsController, type AccountsController } from '../controllers/accounts/controller.ts';
import { createAccountMetrics, createLossMetrics } from '../controllers/accounts/metrics.ts';
import { countOpenDeliveries } from '../controllers/accounts/open-deliveries.ts';
import {
  annotatedObjects,
  createAuditLogController,
  type AuditLogController,
} from '../controllers/audit-log/controller.ts';
import { createApiKeyController } from '../controllers/api-keys/controller.ts';
import { createAudit } from '../controllers/audit/controller.ts';
import { createAuditMetrics } from '../controllers/audit/metrics.ts';
import { createCallbackController, type CallbackController } from '../controllers/callback/controller.ts';
import type { CallbackDeps } from '../controllers/callback/deps.ts';
import { createCallbackMetrics } from '../controllers/callback/metrics.ts';
import { createFilesController, type FilesController } from '../controllers/files/controller.ts';
import { createPipelineController, type PipelineController } from '../controllers/pipeline/controller.ts';
import type { PipelineConfig } from '../controllers/pipeline/deps.ts';
import { JobTraces } from '../controllers/pipeline/job-traces.ts';
import { createPipelineMetrics } from '../controllers/pipeline/metrics.ts';
import { createRelay } from '../controllers/relay/controller.ts';
import { createRelayMetrics } from '../controllers/relay/metrics.ts';
import { createRetentionController } from '../controllers/retention/controller.ts';
import { createRetentionMetrics } from '../controllers/retention/metrics.ts';
import { adAccountKind, adJobKind, apiKeyKind } from '../domain/kinds.ts';
import { requiredCredits } from '../domain/pricing.ts';
import type { EventSink } from '../events/port.ts';
import type { StageLauncher } from '../launch/port.ts';
import { createBudgetMetrics } from '../models/budget/metrics.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import { aborted } from '../runtime/aborted.ts';
import type { AccountSecrets } from '../secrets/port.ts';
import { createWorkQueueMetrics, type CacheMetrics } from '../runtime/metrics.ts';
import type { ObjectStore } from '../store/port.ts';
import type { Tracing } from '../tracing/port.ts';
import { openAuditLog } from './audit-log.ts';
import type { LedgerBackend } from './ledger.ts';
import type { WindowDefaults } from '../schema/apikey.ts';

export interface ControllerParts {
  store: ObjectStore;
  launcher: StageLauncher;
  artifacts: ArtifactStore;
  ledgerBackend: Pick<LedgerBackend, 'ledger' | 'rateLimiter'> & Partial<Pick<LedgerBackend, 'modelBudget'>>;
  events: EventSink;
  logger: Logger;
  registry: Registry;
  /** Absent: no spans are recorded. */
  tracing?: Tracing | undefined;
  caches: CacheMetrics;
  pipeline: PipelineConfig;
  callbacks: Pick<CallbackDeps, 'sender' | 'signingKeys' | 'allowHttp'>;
  accountSecrets: AccountSecrets;
  retention: ControllerConfig['retention'];
  hasAccountMetrics: boolean;
  windowDefaults: WindowDefaults;
}

export interface Controllers {
  /**
   * Starts the controllers, which run until the signal aborts. The promise resolves once the cache contains every
   * unfinished job and the first try to read the ledger has ended, at the latest when the signal aborts. The
   * controllers reconcile jobs without waiting for the ledger.
   */
  start(signal: AbortSignal): Promise<void>;
  /** Resolves once no work of the controllers is in progress. Call it after the signal of `start` has aborted. */
  drain(): Promise<void>;
}

const daySeconds = 86_400;
/**
 * Maximum number of finished AdJobs that are deleted per second. It keeps the deletions from flooding the API server.
 */
const deletionsPerSecond = 20;

/**
 * Creates all controllers. They communicate only through Kubernetes objects. Only one process may run them at a time.
 */
export function createControllers(parts: ControllerParts): Controllers {
  const { store, ledgerBackend, registry, tracing, caches } = parts;
  const common = commonOf(parts);
  const archive = new ArtifactArchive(parts.artifacts);
  const { installationSecret } = parts.pipeline;
  const files = createFilesController({ ...common, artifacts: parts.artifacts, installationSecret });
  const queueMetrics = createWorkQueueMetrics(registry);
  const accounts = createAccountsController(
    {
      ...common,
      newEpoch: randomUUID,
      secrets: parts.accountSecrets,
      areFilesForeign: () => files.areForeign(),
      counts: (account) => pipeline.counts(account),
      openDeliveries: (account) => countOpenDeliveries({ store, archive }, account),
    },
    queueMetrics('accounts'),
  );
  const isHalted = (): boolean => !files.areOwn() || accounts.isLedgerLost();
  const pipeline: PipelineController = createPipelineController(
    {
      ...common,
      ...{ accounts: accounts.watched, archive },
      ...{ launcher: parts.launcher, artifacts: parts.artifacts, config: parts.pipeline },
      modelBudget: ledgerBackend.modelBudget,
      ...{ metrics: createPipelineMetrics(registry), isHalted, traces: tracing && new JobTraces(tracing) },
      expectMirror: (account) => {
        accounts.expectMirror(account);
      },
    },
    queueMetrics('pipeline'),
  );
  registerAccountMetrics(parts, { pipeline, accounts, files });
  caches({ cache: 'pipeline', kind: 'AdJob' }, () => pipeline.staleSeconds());
  caches({ cache: 'accounts', kind: 'AdAccount' }, () => accounts.watched.staleSeconds());
  const callbacks = createCallbackController(
    { ...common, ...parts.callbacks, archive, tracing, ...callbackSurroundings(registry, isHalted) },
    { jobs: pipeline.watched, accounts: accounts.watched.cache },
    queueMetrics('callback'),
  );
  const auditLog = openAuditLog(parts.artifacts, parts.logger);
  const filing = createFiling({ ...common, auditLog, areFilesOwn: () => files.areOwn() }, { pipeline, accounts });
  const keys = createApiKeyController({ ...common, keys: pipeline.watchedKeys, accounts: accounts.watched.cache });
  const background = createBackgroundControllers({ ...parts, auditLog, isHalted }, archive, { pipeline, callbacks });
  return {
    async start(signal) {
      await files.start(signal);
      const driving = pipeline.start(signal).then(() => {
        if (signal.aborted) return;
        for (const each of [background, callbacks, filing, keys]) each.start(signal);
      });
      await Promise.all([accounts.start(signal), driving]);
    },
    async drain() {
      await Promise.all([pipeline, accounts, background, callbacks, filing, files, keys].map((each) => each.drain()));
    },
  };
}

function callbackSurroundings(registry: Registry, isHalted: () => boolean) {
  return { metrics: createCallbackMetrics(registry), random: Math.random, isHalted };
}

function registerAccountMetrics(
  { registry, ledgerBackend, hasAccountMetrics, windowDefaults, pipeline: { models } }: ControllerParts,
  { pipeline, accounts, files }: { pipeline: PipelineController; accounts: AccountsController; files: FilesController },
): void {
  createLossMetrics(registry, {
    isLedgerLost: () => accounts.isLedgerLost(),
    areFilesForeign: () => files.areForeign(),
    unreadSeconds: () => files.unreadSeconds(),
    lostSecrets: () => accounts.lostSecrets(),
  });
  if (!hasAccountMetrics) return;
  const { rateLimiter: limiter, modelBudget: budget } = ledgerBackend;
  createAccountMetrics(registry, {
    balances: () => accounts.balances(),
    keys: () => pipeline.keys(),
    limiter,
    windowDefaults,
  });
  if (models === undefined || budget === undefined) return;
  createBudgetMetrics(registry, { models, accounts: () => keysOf(accounts.watched.cache.values()), budget });
}

function* keysOf(accounts: Iterable<{ metadata: ObjectKey }>): Iterable<ObjectKey> {
  for (const { metadata } of accounts) yield { namespace: metadata.namespace, name: metadata.name };
}

function createFiling(
  deps: Parameters<typeof createAuditLogController>[0],
  { pipeline, accounts }: { pipeline: PipelineController; accounts: AccountsController },
): AuditLogController {
  return createAuditLogController(deps, [
    annotatedObjects(adJobKind, pipeline.watched, ({ metadata }) => metadata.annotations),
    annotatedObjects(adAccountKind, accounts.watched.cache, ({ metadata }) => metadata.annotations),
    annotatedObjects(apiKeyKind, pipeline.watchedKeys, ({ unfiledRows }) => unfiledRows),
  ]);
}

/**
 * The controllers that work in the background: the relay (creates AdJobs that the API could not create), the audit
 * (compares the ledger with the AdJobs), and retention (archives finished jobs, and later erases them).
 */
interface BackgroundControllers {
  start(signal: AbortSignal): void;
  drain(): Promise<void>;
}

function createBackgroundControllers(
  parts: ControllerParts & { auditLog: AuditLog; isHalted: () => boolean },
  archive: Archive,
  { pipeline, callbacks }: { pipeline: PipelineController; callbacks: CallbackController },
): BackgroundControllers {
  const { artifacts, ledgerBackend, registry } = parts;
  const { prices } = parts.pipeline;
  const common = { ...commonOf(parts), isHalted: parts.isHalted };
  const closeHold = (key: ObjectKey): void => {
    pipeline.closeHold(key);
  };
  const audit = createAudit({ ...common, jobs: pipeline.jobs, closeHold, metrics: createAuditMetrics(registry) });
  const relay = createRelay({
    ...common,
    archive,
    cached: (key) => pipeline.jobs.get(key),
    ...{ metrics: createRelayMetrics(registry), tracing: parts.tracing },
    onOpenCallback: (job) => {
      callbacks.onArchived(job);
    },
    requiredCredits: (spec) => requiredCredits(spec, prices),
  });
  const retention = createRetentionController({
    ...{
      ...common,
      archive,
      artifacts,
      jobs: pipeline.watched,
      auditLog: parts.auditLog,
      holds: ledgerBackend.ledger.audit,
    },
    metrics: createRetentionMetrics(registry),
    config: retentionConfig(parts.retention),
  });
  let retaining = Promise.resolve();
  return {
    start(signal) {
      relay.start(signal);
      audit.start(signal);
      retaining = Promise.race([pipeline.whenSynced(), aborted(signal)]).then(() => retention.run(signal));
    },
    async drain() {
      await Promise.all([relay.drain(), audit.drain(), retaining]);
    },
  };
}

function commonOf({ store, ledgerBackend, events, logger, pipeline: { namespace } }: ControllerParts) {
  const all = { store, ledger: ledgerBackend.ledger, events, clock: systemClock, logger };
  return { ...all, ...(namespace !== undefined && { namespace }) };
}

function retentionConfig({ ttlSeconds, finishedJobsMax, archiveDays, auditLogDays }: ControllerConfig['retention']) {
  return {
    ...{ ttlSeconds, finishedJobsMax, deletionsPerSecond },
    archiveSeconds: archiveDays * daySeconds,
    auditLogSeconds: auditLogDays * daySeconds,
  };
}
