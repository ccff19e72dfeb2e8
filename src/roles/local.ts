import { delimiter, dirname, extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { Probes } from '../observability/readiness.ts';
import { createHttpService, type HttpService } from '../http/server.ts';
import { DirectoryArtifacts } from '../artifacts/directory-artifacts.ts';
import { systemClock } from '../clock/system-clock.ts';
import { localSettings } from '../config/role-settings.ts';
import { settingsInForce } from '../config/settings-in-force.ts';
import { readModelsConfig } from '../config/models-config.ts';
import { readServiceConfig, type ServiceConfig } from '../config/service-config.ts';
import { memoryMebibytesOf } from '../domain/pipelines.ts';
import { parseAddressRules } from '../domain/address-rule.ts';
import { priceList } from '../domain/pricing.ts';
import type { EventSink } from '../events/port.ts';
import { ChildProcessLauncher } from '../launch/process/child-process-launcher.ts';
import type { StageLauncher } from '../launch/port.ts';
import type { ModelsConfig } from '../models/config/models-file.ts';
import { processMetrics } from '../observability/process-metrics.ts';
import { createLogger } from '../observability/logger.ts';
import { startMetricsServer } from '../observability/metrics-server.ts';
import { aborted } from '../runtime/aborted.ts';
import { writeLane } from '../runtime/fence.ts';
import { ledgerThrough } from '../runtime/fenced-ledger.ts';
import { storeThrough } from '../runtime/fenced-store.ts';
import { createCacheMetrics, type CacheMetrics } from '../runtime/metrics.ts';
import type { ObjectStore } from '../store/port.ts';
import { openSqliteStore } from '../store/sqlite-store.ts';
import { createApiApp } from './api-app.ts';
import { canBrowserStart } from '../stages/onboarding/browser/probe-browser.ts';
import { browserSetting, testedBrowser } from './browser-setting.ts';
import { CreateWatch } from './create-watch.ts';
import { openCallbacks } from './callbacks.ts';
import { controllerChecks, warnOfUnknownSettings, warnOfUnreadableKeys } from './checked-settings.ts';
import { createControllers, type Controllers } from './controllers.ts';
import { openDataFolder, type DataFolder } from './data-folder.ts';
import { openSqliteLedger, type LedgerBackend } from './ledger.ts';
import { hostInUrl } from './host-in-url.ts';
import { listening } from './listening.ts';
import { openLocalAdmin } from './local-admin.ts';
import { localStageLogs, logKeeper } from './stage-logs.ts';
import { stageSettingsOf } from './stage-settings.ts';
import { localSigning, signingKeysOf, type SigningStores } from './signing.ts';
import { tracedRequests } from '../tracing/traced-requests.ts';
import type { Tracing } from '../tracing/port.ts';
import { logFields, openTracing } from './tracing.ts';
import { trustConfiguredAuthorities } from './trusted-ca.ts';

const drainGraceMs = 10_000;
/**
 * Time in seconds for which a stage may wait to start before its access to files expires. It is 0, because a path in a
 * local folder never expires.
 */
const stageWaitSeconds = 0;
const mainFile = fileURLToPath(new URL(`../main${extname(import.meta.url)}`, import.meta.url));

/**
 * Runs the whole service in one process: the REST API, the dashboard, the controllers, and the stages as child
 * processes. Resolves once the service has stopped and no work is in progress.
 */
export async function runLocal(stop: AbortSignal): Promise<void> {
  const config = readServiceConfig(undefined, controllerChecks);
  const logger = createLogger(config.logLevel, 'local', undefined, logFields(config));
  warnOfUnknownSettings(logger);
  const models = readModelsConfig(config.modelsFile, config.stageDeadlineSeconds);
  warnOfUnreadableKeys(models, logger);
  trustConfiguredAuthorities(config.trustedCaFile);
  const folder = openDataFolder(config.dataDir);
  const [registry, tracing] = [processMetrics(), await openTracing(config, 'adwright', logger)];
  const http = createHttpService();
  const bound = await listening('ADWRIGHT_LISTEN', config.listen, () => http.listen(config.listen));
  const metricsServer = await listening('ADWRIGHT_METRICS_LISTEN', config.metricsListen, () =>
    startMetricsServer(registry, config.metricsListen),
  );
  const admin = await openLocalAdmin(config);
  const publicUrl = config.publicUrl ?? `http://${hostInUrl(config.listen.host)}:${bound.port}`;
  const artifacts = new DirectoryArtifacts(folder.artifacts);
  const launcher = createLauncher(config, { folder, logger, artifacts });
  const store = openSqliteStore({ file: folder.database, clock: systemClock });
  const ledgerBackend = openSqliteLedger(config.dataDir, systemClock);
  const caches = createCacheMetrics(registry);
  const signing = localSigning(config.dataDir);
  const opened = { store, artifacts, ledgerBackend, signing };
  const base = { config, models, logger, registry, tracing, caches, publicUrl, ...opened };
  const behind = behindRequests(base, http);
  const controllers = createLocalControllers({ ...base, ...behind }, launcher, folder);
  const probes = new Probes();
  const creates = new CreateWatch(ledgerBackend, { clock: systemClock, logger, registry });
  probes.add(() => creates.part());
  const app = await createApiApp({ ...base, namespace: config.namespace, settings: config, probes, http }, stop);
  http.serve({ handler: tracedRequests(app.handler, tracing), publicUrl });
  const accountSecrets = () => Promise.resolve(signing.accountSecrets);
  const dashboard = await admin?.serve(
    {
      ...{ ...base, ...app.shared, accountSecrets, probes, stageLogs: localStageLogs(launcher, artifacts) },
      ...{ namespace: config.namespace, apiUrl: publicUrl, settings: config },
      settingsInForce: settingsInForce(localSettings),
    },
    stop,
  );
  await controllers.start(stop);
  void creates.run(stop);
  // The link goes to standard output and never into the log, because it signs in every reader.
  if (dashboard !== undefined) process.stdout.write(`Sign in to the dashboard: ${await dashboard.signInLink()}\n`);
  process.stdout.write(`Adwright is ready at ${publicUrl}\n`);
  logger.info(
    { publicUrl, adminUrl: admin?.publicUrl, metrics: metricsServer.address, dataDir: config.dataDir },
    'ready',
  );

  await aborted(stop);
  logger.info('shutting down; finishing open requests and stopping stages');
  probes.drain();
  await Promise.all([http.drain(drainGraceMs), dashboard?.drain(drainGraceMs), controllers.drain()]);
  await Promise.all([launcher.close(), metricsServer.close(), app.drain(0), tracing?.close()]);
  ledgerBackend.close();
  signing.accountSecrets.close();
  store.close();
  folder.release();
}

/**
 * Returns the stores for the controllers, whose writes wait while new connections arrive, so that requests take
 * precedence. SQLite blocks the process during a write, and there may be thousands of jobs.
 */
function behindRequests({ store, ledgerBackend }: Base, http: HttpService): Pick<Base, 'store' | 'ledgerBackend'> {
  const lane = writeLane(() => http.whenQuiet());
  // The audit, which compares the ledger with the AdJobs, writes at once. It writes rarely, and it must initialize the
  // ledger before other parts start.
  const ledger = { ...ledgerThrough(ledgerBackend.ledger, lane), audit: ledgerBackend.ledger.audit };
  return { store: storeThrough(store, lane), ledgerBackend: { ...ledgerBackend, ledger } };
}

interface Base {
  config: ServiceConfig;
  models: ModelsConfig;
  logger: Logger;
  registry: Registry;
  caches: CacheMetrics;
  publicUrl: string;
  store: ObjectStore;
  artifacts: DirectoryArtifacts;
  ledgerBackend: LedgerBackend;
  signing: SigningStores;
  tracing: Tracing | undefined;
}

function createLauncher(
  config: ServiceConfig,
  { folder, logger, artifacts }: Pick<Base, 'logger' | 'artifacts'> & { folder: DataFolder },
): ChildProcessLauncher {
  const path = [dirname(process.execPath), config.path].filter(Boolean).join(delimiter);
  const wanted = browserSetting(config, logger);
  const browser = testedBrowser(wanted, () => canBrowserStart({ wanted, path }, logger));
  return new ChildProcessLauncher({
    entry: ['--disable-warning=ExperimentalWarning', mainFile, 'stage'],
    scratchFolder: folder.scratch,
    path,
    settings: () => stageSettingsOf({ ...config, browser: browser() }),
    clock: systemClock,
    logger,
    concurrency: config.stageConcurrency,
    memoryMebibytes: (stage) => config.stageMemoryMebibytes ?? memoryMebibytesOf(stage),
    storeLog: logKeeper(artifacts),
  });
}

function createLocalControllers(base: Base, launcher: StageLauncher, folder: DataFolder): Controllers {
  const { config, publicUrl } = base;
  const { namespace, maxRunningJobs, stageDeadlineSeconds, retention, hasAccountMetrics, windowDefaults } = config;
  const { allowHttpCallbacks, requireReadableBrand } = config;
  const { installationSecret } = folder;
  const { models } = base;
  return createControllers({
    ...base,
    ...{ launcher, retention, hasAccountMetrics, windowDefaults },
    callbacks: openCallbacks(config, signingKeysOf(base.signing, base)),
    accountSecrets: base.signing.accountSecrets,
    events: logEvents(base.logger),
    pipeline: {
      ...{
        namespace,
        installationSecret,
        maxRunningJobs,
        stageDeadlineSeconds,
        stageWaitSeconds,
        ...{ unschedulableHoldSeconds: 0, imagePullSeconds: 1_500 },
      },
      ...{ allowHttpCallbacks, requireReadableBrand, models },
      publicBase: publicUrl,
      prices: priceList(config.prices),
      addressRules: parseAddressRules(config.egress),
    },
  });
}

function logEvents(logger: Logger): EventSink {
  return {
    emit: ({ type, reason, message, object }) => {
      logger[type === 'Warning' ? 'warn' : 'info']({ reason, name: object.name }, message);
    },
  };
}
