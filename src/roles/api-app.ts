import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { startAdmission } from '../api/admission.ts';
import { createApp } from '../api/app.ts';
import { defaultLoadLimits } from '../http/load/load-limits.ts';
import type { HttpService } from '../http/server.ts';
import { ChangeFiler } from '../api/change-filer.ts';
import { createAdmissionMetrics, createLostRowsMetric } from '../api/metrics.ts';
import { ArtifactArchive } from '../archive/artifact-archive.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import type { ApiConfig } from '../config/api-config.ts';
import { parseAddressRules } from '../domain/address-rule.ts';
import { priceList } from '../domain/pricing.ts';
import type { Probes } from '../observability/readiness.ts';
import type { CacheMetrics } from '../runtime/metrics.ts';
import type { ObjectStore } from '../store/port.ts';
import { openAuditLog } from './audit-log.ts';
import type { LedgerBackend } from './ledger.ts';
import type { CreateParts } from './admin-app.ts';
import { watchForApi, type WatchedObjects } from './watch-api.ts';

/** Time in milliseconds that rows of the audit log have to be written after the last request. */
const filingGraceMs = 2_000;

export interface ApiParts {
  store: ObjectStore;
  artifacts: ArtifactStore;
  /** Namespace whose jobs and API keys are served. If undefined, those of all namespaces are served. */
  namespace: string | undefined;
  publicUrl: string;
  settings: ApiSettings;
  ledgerBackend: Pick<LedgerBackend, 'ledger' | 'rateLimiter'>;
  logger: Logger;
  registry: Registry;
  probes: Probes;
  caches: CacheMetrics;
  http: Pick<HttpService, 'connectionsMade'>;
}

type ApiSettings = Pick<
  ApiConfig,
  'corsOrigins' | 'egress' | 'allowHttpCallbacks' | 'prices' | 'windowDefaults' | 'responseCacheBytes' | 'load'
>;

export interface ApiApp {
  handler: RequestListener;
  /** Parts that the dashboard shares if it runs in the same process. */
  shared: { objects: WatchedObjects; creates: CreateParts };
  drain(graceMs: number): Promise<void>;
}

export async function createApiApp(parts: ApiParts, stop: AbortSignal): Promise<ApiApp> {
  const { store, artifacts, namespace, publicUrl, settings, ledgerBackend, logger, registry, probes, caches, http } =
    parts;
  const { ledger, rateLimiter } = ledgerBackend;
  const clock = systemClock;
  const archive = new ArtifactArchive(artifacts);
  const { objects, ...watched } = await watchForApi(
    {
      ...{ store, namespace, clock, logger, probes, caches, archive },
      intents: ledger.intents,
      cacheBytesMax: settings.responseCacheBytes,
    },
    stop,
  );
  const admissions = createAdmissionMetrics(registry);
  const admission = startAdmission({
    ...{ ledger, rateLimiter, clock, logger, metrics: admissions },
    defaults: settings.windowDefaults,
  });
  const changes = new ChangeFiler({
    ...{ auditLog: openAuditLog(artifacts, logger), clock, logger },
    onLost: createLostRowsMetric(registry),
  });
  const handler = createApp({
    ...watched,
    ...{ publicUrl, store, artifacts, archive, ledger, admissions, logger, clock },
    changes,
    windows: admission.windows,
    aborts: admission.aborts,
    creations: admission.creations,
    prices: priceList(settings.prices),
    corsOrigins: settings.corsOrigins,
    allowHttpCallbacks: settings.allowHttpCallbacks,
    connectionsMade: () => http.connectionsMade(),
    loadLimits: { ...defaultLoadLimits, ...settings.load },
    addressRules: parseAddressRules(settings.egress),
    readiness: probes,
    newJobId: uuidv7,
    newRequestId: randomUUID,
    metrics: registry,
  });
  const { aborts, creations } = admission;
  const drain = async (graceMs: number): Promise<void> => {
    await Promise.all([admission.drain(graceMs), changes.drain(filingGraceMs)]);
  };
  const shared = { objects, creates: { aborts, creations, admissions } };
  return { handler, shared, drain };
}
