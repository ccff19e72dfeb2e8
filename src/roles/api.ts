import { processMetrics } from '../observability/process-metrics.ts';
import { createHttpService } from '../http/server.ts';
import { systemClock } from '../clock/system-clock.ts';
import { readApiConfig } from '../config/api-config.ts';
import { createLogger, gatheredLines } from '../observability/logger.ts';
import { startMetricsServer } from '../observability/metrics-server.ts';
import { Probes } from '../observability/readiness.ts';
import { aborted } from '../runtime/aborted.ts';
import { createCacheMetrics } from '../runtime/metrics.ts';
import { createApiApp } from './api-app.ts';
import { CreateWatch } from './create-watch.ts';
import { apiChecks, warnOfUnknownSettings } from './checked-settings.ts';
import { openCluster, watchedNamespace } from './cluster.ts';
import { openWatchedLedger } from './ledger.ts';
import { listening } from './listening.ts';
import { withOwnServices } from './own-services.ts';
import { openArtifacts } from './storage.ts';
import { tracedRequests } from '../tracing/traced-requests.ts';
import { logFields, openTracing } from './tracing.ts';
import { trustConfiguredAuthorities } from './trusted-ca.ts';

/**
 * Time in milliseconds for which the API still answers requests after the stop signal. A load balancer needs less time
 * to notice that this replica is no longer ready.
 */
const drainGraceMs = 10_000;
const abortGraceMs = 5_000;

export async function runApi(stop: AbortSignal): Promise<void> {
  const settings = readApiConfig(undefined, apiChecks);
  const logger = createLogger(settings.logLevel, 'api', gatheredLines(), logFields(settings));
  warnOfUnknownSettings(logger);
  const trustedCa = trustConfiguredAuthorities(settings.trustedCaFile);
  const registry = processMetrics();
  const tracing = await openTracing(settings, 'adwright-api', logger);
  const cluster = openCluster({ role: 'api', registry, trustedCa });
  const config = { ...settings, egress: await withOwnServices(settings, cluster, { logger }) };
  const files = await openArtifacts(config.storage, 'write');
  const ledgerBackend = openWatchedLedger(config.redis, { role: 'api', logger, clock: systemClock, registry }, stop);
  const probes = new Probes();
  probes.add(ledgerBackend.part);
  const http = createHttpService();
  const metricsServer = await listening('ADWRIGHT_METRICS_LISTEN', config.metricsListen, () =>
    startMetricsServer(registry, config.metricsListen),
  );
  await listening('ADWRIGHT_LISTEN', config.listen, () => http.listen(config.listen));
  const { publicUrl } = config;
  const creates = new CreateWatch(ledgerBackend, { clock: systemClock, logger, registry });
  probes.add(() => creates.part());
  const app = await createApiApp(
    {
      ...{ store: cluster.store, artifacts: files.artifacts, ledgerBackend, publicUrl, logger, registry, probes, http },
      namespace: watchedNamespace(config),
      caches: createCacheMetrics(registry),
      settings: config,
    },
    stop,
  );
  http.serve({ handler: tracedRequests(app.handler, tracing), publicUrl });
  logger.info({ publicUrl }, 'ready');

  void creates.run(stop);

  await aborted(stop);
  logger.info('shutting down; finishing open requests');
  probes.drain();
  await http.drain(drainGraceMs);
  await app.drain(abortGraceMs);
  ledgerBackend.close();
  files.close();
  await Promise.all([metricsServer.close(), cluster.close(), tracing?.close()]);
}
