import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { createApp } from '../api/app.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import { parseAllowList } from '../domain/address-rule.ts';
import type { CacheMetrics } from '../observability/cache-metrics.ts';
import type { Probes } from '../observability/readiness.ts';
import type { ObjectStore } from '../store/port.ts';
import { watchForApi } from './watch-api.ts';

/** What the API is made of, wherever its objects and files are. */
export interface ApiParts {
  store: ObjectStore;
  artifacts: ArtifactStore;
  /** Absent: jobs and keys of all namespaces. */
  namespace: string | undefined;
  publicUrl: string;
  settings: { corsOrigins: readonly string[]; egressAllow: string; allowHttpCallbacks: boolean };
  logger: Logger;
  registry: Registry;
  probes: Probes;
  caches: CacheMetrics;
}

/** Resolves once the first full lists are there. */
export async function createApiApp(parts: ApiParts, stop: AbortSignal): Promise<RequestListener> {
  const { store, artifacts, namespace, publicUrl, settings, logger, registry, probes, caches } = parts;
  const watched = await watchForApi({ store, namespace, clock: systemClock, logger, probes, caches }, stop);
  return createApp({
    ...watched,
    publicUrl,
    store,
    artifacts,
    logger,
    corsOrigins: settings.corsOrigins,
    allowHttpCallbacks: settings.allowHttpCallbacks,
    egressAllow: parseAllowList(settings.egressAllow),
    readiness: probes,
    clock: systemClock,
    newJobId: uuidv7,
    newRequestId: randomUUID,
    metrics: registry,
  });
}
