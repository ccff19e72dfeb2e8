import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { createAdminApp } from '../admin/admin-app.ts';
import { createAuthenticate } from '../admin/sign-in/authenticate.ts';
import { ArtifactArchive } from '../archive/artifact-archive.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import type { AdminConfig } from '../config/admin-config.ts';
import { priceList } from '../domain/pricing.ts';
import type { Probes } from '../observability/readiness.ts';
import type { CreateJobDeps } from '../operations/jobs/create-job.ts';
import { storeJobs } from '../operations/jobs/store-jobs.ts';
import type { AccountSecrets } from '../secrets/port.ts';
import type { ObjectStore } from '../store/port.ts';
import type { StageLogs } from '../stage-logs/port.ts';
import type { AdminAccess } from './admin-access.ts';
import type { LedgerBackend } from './ledger.ts';
import type { WatchedObjects } from './watch-api.ts';

/** Parts that finish the creation of jobs in the background. */
export type CreateParts = Pick<CreateJobDeps, 'aborts' | 'creations' | 'admissions'>;

export interface AdminParts {
  store: ObjectStore;
  artifacts: ArtifactStore;
  /** Namespace whose accounts, keys and jobs are shown. If undefined, those of all namespaces are shown. */
  namespace: string | undefined;
  /** Public URL of the dashboard. */
  publicUrl: string;
  /** Public URL of the API. */
  apiUrl: string;
  settings: Pick<AdminConfig, 'prices' | 'windowDefaults'>;
  ledgerBackend: Pick<LedgerBackend, 'ledger' | 'rateLimiter'>;
  accountSecrets: () => Promise<AccountSecrets>;
  access: AdminAccess;
  stageLogs: StageLogs;
  objects: WatchedObjects;
  creates: CreateParts;
  logger: Logger;
  registry: Registry;
  probes: Probes;
  /** Aborted when the process begins to stop. */
  stopping: AbortSignal;
}

/** Returns the dashboard as a request listener. */
export function createAdminHandler(parts: AdminParts): RequestListener {
  const { settings, ledgerBackend, access, objects, creates, registry, probes, namespace, ...given } = parts;
  const { ledger, rateLimiter } = ledgerBackend;
  const { state, auditLog, sessions, signIn } = access;
  const ofRequests = { state, sessions, signIn, publicUrl: parts.publicUrl, clock: systemClock, random };
  return createAdminApp({
    ...{ ...given, ...ofRequests, auditLog, ...objects, ...creates, ledger, rateLimiter },
    authenticate: createAuthenticate(ofRequests),
    archive: new ArtifactArchive(parts.artifacts),
    jobs: storeJobs(parts.store, namespace ?? ''),
    prices: priceList(settings.prices),
    windowDefaults: settings.windowDefaults,
    readiness: probes,
    metrics: registry,
    newId: uuidv7,
    newJobId: uuidv7,
    newRequestId: randomUUID,
  });
}

function random(count: number): Buffer {
  return randomBytes(count);
}
