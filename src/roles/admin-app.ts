import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import { v7 as uuidv7 } from 'uuid';
import { createAdminApp } from '../admin/admin-app.ts';
import type { AdminDeps } from '../admin/deps.ts';
import { TableJobs } from '../admin/jobs/table-jobs.ts';
import { createAuthenticate } from '../admin/sign-in/authenticate.ts';
import type { SignInWays } from '../admin/sign-in/sign-in-ways.ts';
import type { ExpiringState } from '../admin/state/port.ts';
import { ArtifactArchive } from '../archive/artifact-archive.ts';
import type { ArtifactStore } from '../artifacts/port.ts';
import { systemClock } from '../clock/system-clock.ts';
import type { AdminConfig } from '../config/admin-config.ts';
import type { SettingInForce } from '../admin/setting-in-force.ts';
import { judgeUrl, parseAddressRules } from '../domain/address-rule.ts';
import { priceList } from '../domain/pricing.ts';
import type { Probes } from '../observability/readiness.ts';
import { BoundedBackground } from '../operations/jobs/bounded-background.ts';
import type { CreateJobDeps } from '../operations/jobs/create-job.ts';
import type { AccountSecrets } from '../secrets/port.ts';
import type { ObjectStore } from '../store/port.ts';
import type { StageLogs } from '../stage-logs/port.ts';
import { openAdminAccess, type AdminAccess } from './admin-access.ts';
import type { LedgerBackend } from './ledger.ts';
import type { WatchedObjects } from './watch-api.ts';
import type { WatchedJobs } from './watch-jobs.ts';

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
  settings: Pick<AdminConfig, 'namespace' | 'prices' | 'windowDefaults' | 'egress' | 'allowHttpCallbacks'>;
  /** Settings of this process, without the values of secrets. */
  settingsInForce: readonly SettingInForce[];
  ledgerBackend: Pick<LedgerBackend, 'ledger' | 'rateLimiter'>;
  accountSecrets: () => Promise<AccountSecrets>;
  /** Store of the sessions. */
  state: ExpiringState;
  signIn: SignInWays;
  stageLogs: StageLogs;
  objects: WatchedObjects;
  watchedJobs: WatchedJobs;
  creates: CreateParts;
  logger: Logger;
  registry: Registry;
  probes: Probes;
}

export interface AdminApp {
  handler: RequestListener;
  /** Returns the address of a page that signs an admin in. It works once. */
  signInLink: () => Promise<string>;
  /** Resolves once no work of the dashboard is in progress. Call it after the stop signal and the last request. */
  drain(): Promise<void>;
}

/** Starts the dashboard, which works until the signal aborts. */
export function startAdminApp(parts: AdminParts, stop: AbortSignal): AdminApp {
  const { publicUrl } = parts;
  const access = openAdminAccess(parts);
  const background = new BoundedBackground(Infinity);
  const handler = createHandler({ ...parts, background }, access, stop);
  const upkeep = access.runUpkeep(stop);
  const drain = async (): Promise<void> => {
    await Promise.all([upkeep, background.idle()]);
  };
  return { handler, signInLink: () => access.createSignInLink(publicUrl), drain };
}

function createHandler(
  parts: AdminParts & Pick<AdminDeps, 'background'>,
  access: AdminAccess,
  stopping: AbortSignal,
): RequestListener {
  const { settings, ledgerBackend, objects, watchedJobs, creates, registry, probes, ...given } = parts;
  const { state, auditLog, sessions, signIn } = access;
  const ofRequests = { state, sessions, signIn, publicUrl: parts.publicUrl, clock: systemClock, random };
  const archive = new ArtifactArchive(parts.artifacts);
  const addressRules = parseAddressRules(settings.egress);
  return createAdminApp({
    ...{ ...given, ...ofRequests, auditLog, ...objects, ...creates, archive, stopping },
    ledger: ledgerBackend.ledger,
    rateLimiter: ledgerBackend.rateLimiter,
    authenticate: createAuthenticate(ofRequests),
    table: watchedJobs.table,
    jobs: jobsOf(parts, archive),
    namespace: { name: settings.namespace, isOnly: parts.namespace !== undefined },
    prices: priceList(settings.prices),
    windowDefaults: settings.windowDefaults,
    requestRules: { allowHttpCallback: settings.allowHttpCallbacks, addressRule: (url) => judgeUrl(url, addressRules) },
    readiness: probes,
    metrics: registry,
    newId: uuidv7,
    newJobId: uuidv7,
    newRequestId: randomUUID,
    newFormId: randomUUID,
  });
}

function jobsOf({ store, namespace, ledgerBackend, watchedJobs }: AdminParts, archive: ArtifactArchive): TableJobs {
  const { table, staleSeconds } = watchedJobs;
  const { intents } = ledgerBackend.ledger;
  return new TableJobs(table, { store, namespace, intents, archive, clock: systemClock, staleSeconds });
}

function random(count: number): Buffer {
  return randomBytes(count);
}
