import { RedisState } from '../admin/state/redis-state.ts';
import { createAdmissionMetrics } from '../api/metrics.ts';
import { systemClock } from '../clock/system-clock.ts';
import { readAdminConfig, type AdminConfig } from '../config/admin-config.ts';
import { adminSettings } from '../config/role-settings.ts';
import { settingsInForce } from '../config/settings-in-force.ts';
import { storageSettings } from '../config/storage-settings.ts';
import { createHttpService } from '../http/server.ts';
import type { RestClient } from '../k8s/rest-client.ts';
import { processMetrics } from '../observability/process-metrics.ts';
import { createLogger } from '../observability/logger.ts';
import { startMetricsServer } from '../observability/metrics-server.ts';
import { Probes } from '../observability/readiness.ts';
import { AbortRetrier } from '../operations/jobs/abort-retrier.ts';
import { BoundedBackground } from '../operations/jobs/bounded-background.ts';
import { aborted } from '../runtime/aborted.ts';
import { createCacheMetrics } from '../runtime/metrics.ts';
import { startAdminApp } from './admin-app.ts';
import type { AccountSecrets } from '../secrets/port.ts';
import { adminChecks, warnOfUnknownSettings } from './checked-settings.ts';
import { openCluster, watchedNamespace } from './cluster.ts';
import { openWatchedLedger } from './ledger.ts';
import { listening } from './listening.ts';
import { withOwnServices } from './own-services.ts';
import { signInWays } from './sign-in-ways.ts';
import { clusterStageLogs } from './stage-logs.ts';
import { tokenRights } from './token-rights.ts';
import { openKubernetesAccountSecrets } from './signing.ts';
import { openArtifacts } from './storage.ts';
import { trustConfiguredAuthorities } from './trusted-ca.ts';
import { watchForAdmin } from './watch-admin.ts';

/** Time in milliseconds for which the dashboard still answers requests after the stop signal. */
const drainGraceMs = 10_000;
const abortGraceMs = 5_000;
/** Maximum number of AdJobs that one replica of the dashboard creates at the same time. */
const creationsMax = 100;

/** Runs the admin dashboard on a cluster. All replicas share their sessions and the audit log. */
export async function runAdmin(stop: AbortSignal): Promise<void> {
  const settings = readAdminConfig(undefined, adminChecks);
  const logger = createLogger(settings.logLevel, 'admin');
  warnOfUnknownSettings(logger);
  const trustedCa = trustConfiguredAuthorities(settings.trustedCaFile);
  const registry = processMetrics();
  const { store, client, ...cluster } = openCluster({ role: 'admin', registry, trustedCa });
  const config = { ...settings, egress: await withOwnServices(settings, cluster, { logger }) };
  const files = await openArtifacts(config.storage, 'write');
  const parts = { logger, clock: systemClock };
  const ledgerBackend = openWatchedLedger(config.redis, { role: 'admin', ...parts, registry }, stop);
  const probes = new Probes();
  probes.add(ledgerBackend.part);
  const http = createHttpService();
  const metricsServer = await listening('ADWRIGHT_METRICS_LISTEN', config.metricsListen, () =>
    startMetricsServer(registry, config.metricsListen),
  );
  await listening('ADWRIGHT_ADMIN_LISTEN', config.adminListen, () => http.listen(config.adminListen));
  const namespace = watchedNamespace(config);
  const caches = createCacheMetrics(registry);
  const watched = await watchForAdmin({ component: 'admin', store, namespace, ...parts, probes, caches }, stop);
  const aborts = new AbortRetrier({ ledger: ledgerBackend.ledger, ...parts });
  const creations = new BoundedBackground(creationsMax);
  const publicUrl = config.adminUrl;
  const app = startAdminApp(
    {
      ...{ store, artifacts: files.artifacts, namespace, publicUrl, apiUrl: config.publicUrl, settings: config },
      ...{ ledgerBackend, ...watched, logger, registry, probes },
      settingsInForce: settingsInForce({ ...adminSettings, storageSettings }),
      accountSecrets: accountSecretsOf(config, client),
      state: new RedisState(ledgerBackend.connection),
      signIn: signInWays(config, publicUrl, tokenRights(config, client)),
      stageLogs: clusterStageLogs(client),
      creates: { aborts, creations, admissions: createAdmissionMetrics(registry) },
    },
    stop,
  );
  http.serve({ handler: app.handler, publicUrl });
  logger.info({ publicUrl }, 'ready');

  await aborted(stop);
  logger.info('shutting down; finishing open requests');
  probes.drain();
  await http.drain(drainGraceMs);
  await Promise.all([app.drain(), aborts.drain(abortGraceMs), creations.idle()]);
  ledgerBackend.close();
  files.close();
  await Promise.all([metricsServer.close(), cluster.close()]);
}

function accountSecretsOf(config: AdminConfig, client: RestClient): () => Promise<AccountSecrets> {
  const { namespace = config.namespace, name } = config.accountSecrets;
  const secrets = openKubernetesAccountSecrets(client, { namespace, name });
  return () => Promise.resolve(secrets);
}
