import { randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import type { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { startAdmission } from '../../../src/api/admission.ts';
import { createApp } from '../../../src/api/app.ts';
import type { ApiDeps } from '../../../src/api/deps.ts';
import type { Archive } from '../../../src/archive/port.ts';
import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import type { WholeLedger } from '../../../src/ledger/port.ts';
import type { Probes } from '../../../src/observability/readiness.ts';
import type { RateLimiter } from '../../../src/ratelimit/port.ts';
import { watchForApi } from '../../../src/roles/watch-api.ts';
import { createCacheMetrics } from '../../../src/runtime/metrics.ts';
import type { AdAccountSpec } from '../../../src/schema/adaccount.ts';
import type { ApiKeySpec } from '../../../src/schema/apikey.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import { Installation } from '../installation/installation.ts';
import { openListener } from '../installation/listener.ts';
import { createFundedAccount, createApiKey, namespace } from '../installation/objects.ts';
import type { LogLine } from '../process/log-lines.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { until } from '../process/until.ts';
import { apiDeps } from './api-deps.ts';

export interface TestKey {
  name: string;
  account: string;
  secret: string;
  hash: string;
}

export interface ApiService {
  url: string;
  port: number;
  installation: Installation;
  store: ObjectStore;
  artifacts: ArtifactStore;
  archive: Archive;
  ledger: WholeLedger;
  probes: Probes;
  metrics: Registry;
  logs: LogLine[];
  /**
   * Creates an API key and waits until the API accepts the key. Unless the spec names an account, also creates an
   * account with a million credits.
   */
  key(spec?: Partial<ApiKeySpec>, account?: Partial<AdAccountSpec>): Promise<TestKey>;
  drain(graceMs: number): Promise<void>;
  /** Ends the watches and the requests that wait for a job, as SIGTERM does before the API drains its connections. */
  stop(): void;
  close(): Promise<void>;
}

/** Rate limits of a key that are too high to reach, for tests that set no limits of their own. */
const limits = { imageCreatesPerMinute: 10_000, jobReadsPerMinute: 10_000 };
const credits = 1_000_000;

export interface ApiOptions extends Partial<ApiDeps> {
  basePath?: string;
  /** Installation whose stores the API uses. It stays open when the API closes. The default is one of its own. */
  installation?: Installation;
  /** API whose files this API opens again, as another process does. */
  replicaOf?: ApiService;
  rateLimiter?: RateLimiter;
  /** Replaces or wraps dependencies of the API. */
  change?: (deps: ApiDeps) => Partial<ApiDeps>;
  /** Wraps the request handler. */
  around?: (handler: RequestListener) => RequestListener;
}

/** Starts the API wired as in `adwright local`, on a free port. */
export async function startApi(options: ApiOptions = {}): Promise<ApiService> {
  const { basePath, change = () => ({}), around = unchanged, ...rest } = options;
  const { installation, replicaOf, rateLimiter, ...overrides } = rest;
  const home = installationOf(options);
  const { store, artifacts, archive, ledger, lines: logs } = home;
  await ledger.audit.begin(randomUUID());
  const common = apiDeps(home);
  const { admissions, metrics, logger, readiness: probes } = common;
  const stop = new AbortController();
  const admission = startAdmission({
    ...{ ledger: overrides.ledger ?? ledger, rateLimiter: rateLimiter ?? home.rateLimiter },
    ...{ metrics: admissions, clock: systemClock, logger },
  });
  const { intents } = overrides.ledger ?? ledger;
  const caches = createCacheMetrics(metrics);
  const watched = await watchForApi(
    {
      ...{ store, intents, namespace, clock: systemClock, logger, probes, caches },
      archive: overrides.archive ?? archive,
    },
    stop.signal,
  );
  const { service, port, url } = await openListener(basePath);
  const { windows, aborts, creations } = admission;
  const wired: ApiDeps = {
    ...common,
    ...watched,
    ...{ windows, aborts, creations, publicUrl: url, newJobId: uuidV7, newRequestId: randomUUID },
    connectionsMade: () => service.connectionsMade(),
    ...overrides,
  };
  const deps = { ...wired, ...change(wired) };
  service.serve({ handler: around(createApp(deps)), publicUrl: url });

  const key = async (spec: Partial<ApiKeySpec> = {}, account: Partial<AdAccountSpec> = {}): Promise<TestKey> => {
    const accountRef = spec.accountRef ?? { name: `account-${randomUUID()}` };
    if (spec.accountRef === undefined) {
      await createFundedAccount(home, { namespace, name: accountRef.name }, credits, account);
    }
    const name = `key-${randomUUID()}`;
    const { secret, hash } = await createApiKey(home, { limits, ...spec, accountRef }, { namespace, name });
    await until(async () => (await deps.keys.find(spec.secretHash ?? hash)) !== undefined);
    return { name, account: accountRef.name, secret, hash };
  };

  return {
    ...{ url, port, installation: home, store, artifacts, archive, ledger, probes, metrics, logs, key },
    drain: (graceMs) => service.drain(graceMs),
    stop: () => {
      stop.abort();
    },
    close: async () => {
      await service.drain(0);
      stop.abort();
      await admission.drain(1_000);
      if (home !== installation) home.close();
    },
  };
}

function unchanged(handler: RequestListener): RequestListener {
  return handler;
}

function installationOf({ installation, replicaOf, artifacts }: ApiOptions): Installation {
  if (installation !== undefined) return installation;
  return replicaOf?.installation.another() ?? new Installation({ folder: temporaryFolder(), artifacts });
}
