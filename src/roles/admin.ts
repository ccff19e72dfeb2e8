import { collectDefaultMetrics, Registry } from 'prom-client';
import { RedisState } from '../admin/state/redis-state.ts';
import { createAdmissionMetrics } from '../api/metrics.ts';
import { systemClock } from '../clock/system-clock.ts';
import { readAdminConfig, type AdminConfig } from '../config/admin-config.ts';
import { adAccountKind, apiKeyKind } from '../domain/kinds.ts';
import { createHttpService } from '../http/server.ts';
import { KubernetesTokenRights } from '../k8s/kubernetes-token-rights.ts';
import type { RestClient } from '../k8s/rest-client.ts';
import { createLogger } from '../observability/logger.ts';
import { startMetricsServer } from '../observability/metrics-server.ts';
import { Probes } from '../observability/readiness.ts';
import { AbortRetrier } from '../operations/jobs/abort-retrier.ts';
import { BoundedBackground } from '../operations/jobs/bounded-background.ts';
import { aborted } from '../runtime/aborted.ts';
import { createCacheMetrics } from '../runtime/metrics.ts';
import type { AdAccount } from '../schema/adaccount.ts';
import type { ApiKey } from '../schema/apikey.ts';
import { openAdminAccess } from './admin-access.ts';
import { createAdminHandler } from './admin-app.ts';
import { adminChecks, warnOfUnknownSettings } from './checked-settings.ts';
import { openCluster, watchedNamespace } from './cluster.ts';
import { openWatchedLedger } from './ledger.ts';
import { listening } from './listening.ts';
import { reflected, type ReflectedFrom } from './reflected.ts';
import { signInWays } from './sign-in-ways.ts';
import { clusterStageLogs } from './stage-logs.ts';
import { openKubernetesAccountSecrets } from './signing.ts';
import { openArtifacts } from './storage.ts';
import { trustConfiguredAuthorities } from './trusted-ca.ts';
import type { WatchedObjects } from './watch-api.ts';

/** Time in milliseconds for which the dashboard still answers requests after the stop signal. */
const drainGraceMs = 10_000;
const abortGraceMs = 5_000;
/** Maximum number of AdJobs that one replica of the dashboard creates at the same time. */
const creationsMax = 100;

/** Runs the admin dashboard on a cluster. All replicas share their sessions and the audit log. */
export async function runAdmin(stop: AbortSignal): Promise<void> {
  const config = readAdminConfig(undefined, adminChecks);
  const logger = createLogger(config.logLevel, 'admin');
  warnOfUnknownSettings(logger);
  const trustedCa = trustConfiguredAuthorities(config.trustedCaFile);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const { store, client, ...cluster } = openCluster({ role: 'admin', registry, trustedCa });
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
  const objects = await watchObjects({ component: 'admin', store, namespace, ...parts, probes, caches }, stop);
  const { namespace: secretNamespace = config.namespace, name } = config.accountSecrets;
  const accountSecrets = openKubernetesAccountSecrets(client, { namespace: secretNamespace, name });
  const aborts = new AbortRetrier({ ledger: ledgerBackend.ledger, ...parts });
  const creations = new BoundedBackground(creationsMax);
  const publicUrl = config.adminUrl;
  const access = openAdminAccess({
    ...{ state: new RedisState(ledgerBackend.connection), artifacts: files.artifacts, logger },
    signIn: signInWays(config.signIn, publicUrl, tokenRights(config, client)),
  });
  const handler = createAdminHandler({
    ...{ store, artifacts: files.artifacts, namespace, publicUrl, apiUrl: config.publicUrl, settings: config },
    ...{ ledgerBackend, objects, logger, registry, probes, stopping: stop },
    accountSecrets: () => Promise.resolve(accountSecrets),
    access,
    stageLogs: clusterStageLogs(client),
    creates: { aborts, creations, admissions: createAdmissionMetrics(registry) },
  });
  http.serve({ handler, publicUrl });
  const upkeep = access.runUpkeep(stop);
  logger.info({ publicUrl }, 'ready');

  await aborted(stop);
  logger.info('shutting down; finishing open requests');
  probes.drain();
  await Promise.all([http.drain(drainGraceMs), upkeep]);
  await Promise.all([aborts.drain(abortGraceMs), creations.idle()]);
  ledgerBackend.close();
  files.close();
  await Promise.all([metricsServer.close(), cluster.close()]);
}

/** Starts the caches of the dashboard. Resolves once they have their first full lists, or if the signal aborts. */
async function watchObjects(from: ReflectedFrom, stop: AbortSignal): Promise<WatchedObjects> {
  const accounts = reflected(adAccountKind, from, { transform: (account: AdAccount) => account });
  const keys = reflected(apiKeyKind, from, { transform: (key: ApiKey) => key });
  for (const reflector of [accounts, keys]) void reflector.run(stop);
  await Promise.race([Promise.all([accounts.whenSynced(), keys.whenSynced()]), aborted(stop)]);
  return { accounts: accounts.cache, keys: keys.cache };
}

function tokenRights({ namespace, signIn }: AdminConfig, client: RestClient): KubernetesTokenRights | undefined {
  const { kubernetesAudience: audience } = signIn;
  return audience === undefined ? undefined : new KubernetesTokenRights({ client, namespace, audience });
}
