import { randomBytes, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { startAdmission } from '../../../src/api/admission.ts';
import { createApp } from '../../../src/api/app.ts';
import type { ApiDeps } from '../../../src/api/deps.ts';
import { createAdmissionMetrics } from '../../../src/api/metrics.ts';
import { ArtifactArchive } from '../../../src/archive/artifact-archive.ts';
import type { Archive } from '../../../src/archive/port.ts';
import { Probes } from '../../../src/observability/readiness.ts';
import { createHttpService } from '../../../src/http/server.ts';
import { DirectoryArtifacts } from '../../../src/artifacts/directory-artifacts.ts';
import type { ArtifactStore } from '../../../src/artifacts/port.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { parseAddressRules } from '../../../src/domain/address-rule.ts';
import { newApiKey } from '../../../src/domain/api-key.ts';
import { priceList } from '../../../src/domain/pricing.ts';
import { adAccountKind, apiKeyKind } from '../../../src/domain/kinds.ts';
import type { WholeLedger } from '../../../src/ledger/port.ts';
import { SqliteLedger } from '../../../src/ledger/sqlite-ledger.ts';
import type { RateLimiter } from '../../../src/ratelimit/port.ts';
import { SqliteRateLimiter } from '../../../src/ratelimit/sqlite-rate-limiter.ts';
import { watchForApi } from '../../../src/roles/watch-api.ts';
import { createCacheMetrics } from '../../../src/runtime/metrics.ts';
import type { AdAccountSpec } from '../../../src/schema/adaccount.ts';
import type { ApiKeySpec } from '../../../src/schema/apikey.ts';
import type { ObjectStore } from '../../../src/store/port.ts';
import { openSqliteStore } from '../../../src/store/sqlite-store.ts';
import { temporaryFolder } from '../process/temporary-folder.ts';
import { until } from '../process/until.ts';

export const namespace = 'default';

type Folder = ReturnType<typeof temporaryFolder>;

export interface TestKey {
  name: string;
  account: string;
  secret: string;
  hash: string;
}

export interface ApiService {
  url: string;
  port: number;
  folder: Folder;
  store: ObjectStore;
  artifacts: ArtifactStore;
  archive: Archive;
  ledger: WholeLedger;
  probes: Probes;
  metrics: Registry;
  /** Log lines of the API, parsed from JSON. */
  logs: Record<string, unknown>[];
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
  /** Folder of another service. This service uses the same files and does not remove the folder. */
  folder?: Folder;
  rateLimiter?: RateLimiter;
  /** Replaces or wraps dependencies of the API. */
  change?: (deps: ApiDeps) => Partial<ApiDeps>;
  /** Wraps the request handler. */
  around?: (handler: RequestListener) => RequestListener;
}

/**
 * Starts the API wired as in `adwright local`, with a SQLite store and ledger in a temporary folder, on a free port.
 */
export async function startApi({
  basePath = '',
  change = () => ({}),
  around,
  folder: shared,
  ...overrides
}: ApiOptions = {}): Promise<ApiService> {
  const folder = folderOf(shared);
  const store = openSqliteStore({ file: join(folder.path, 'test.db'), clock: systemClock });
  const artifacts = overrides.artifacts ?? new DirectoryArtifacts(join(folder.path, 'artifacts'));
  const archive = overrides.archive ?? new ArtifactArchive(artifacts);
  const ledger = new SqliteLedger({ file: join(folder.path, 'ledger.db'), clock: systemClock });
  await ledger.audit.begin(randomUUID());
  const windows = new SqliteRateLimiter({ file: join(folder.path, 'windows.db'), clock: systemClock });
  const rateLimiter = overrides.rateLimiter ?? windows;
  const stop = new AbortController();
  const [probes, metrics] = [new Probes(), new Registry()];
  const logs: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'info' },
    { write: (line: string) => logs.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const admissions = createAdmissionMetrics(metrics);
  const admission = startAdmission({
    ledger: overrides.ledger ?? ledger,
    rateLimiter,
    metrics: admissions,
    clock: systemClock,
    logger,
  });
  const caches = createCacheMetrics(metrics);
  const watched = await watchForApi(
    {
      store,
      archive,
      intents: overrides.ledger?.intents ?? ledger.intents,
      namespace,
      clock: systemClock,
      logger: pino({ level: 'silent' }),
      probes,
      caches,
    },
    stop.signal,
  );

  const service = createHttpService();
  const { port } = await service.listen({ host: '127.0.0.1', port: 0 });
  const publicUrl = `http://127.0.0.1:${port}${basePath}`;
  const wired: ApiDeps = {
    publicUrl,
    corsOrigins: [],
    addressRules: parseAddressRules({ allow: '', deny: '' }),
    allowHttpCallbacks: false,
    ...watched,
    store,
    artifacts,
    archive,
    ledger,
    windows: admission.windows,
    aborts: admission.aborts,
    creations: admission.creations,
    admissions,
    prices: priceList(),
    readiness: probes,
    clock: systemClock,
    connectionsMade: () => service.connectionsMade(),
    newJobId: uuidV7,
    newRequestId: randomUUID,
    logger,
    metrics,
    ...overrides,
  };
  const deps = { ...wired, ...change(wired) };
  service.serve({ handler: handlerOf(deps, around), publicUrl });

  const makeKey = async (spec: Partial<ApiKeySpec> = {}, account: Partial<AdAccountSpec> = {}): Promise<TestKey> => {
    const { secret, hash } = newApiKey(randomBytes);
    const accountName = spec.accountRef?.name ?? `account-${randomUUID()}`;
    const name = `key-${randomUUID()}`;
    if (spec.accountRef === undefined) {
      await store.create(adAccountKind, {
        metadata: { namespace, name: accountName },
        spec: { active: true, creditGrants: [], weight: 1, ...account },
      });
      await ledger.grant({ namespace, name: accountName }, { id: 'test', amount: credits });
    }
    const whole = { accountRef: { name: accountName }, secretHash: hash, revoked: false, limits, ...spec };
    await store.create(apiKeyKind, { metadata: { namespace, name }, spec: whole });
    await until(async () => (await deps.keys.find(whole.secretHash)) !== undefined);
    return { name, account: accountName, secret, hash };
  };

  return {
    url: publicUrl,
    port,
    folder: { path: folder.path, remove: () => undefined },
    store,
    artifacts,
    archive,
    ledger,
    probes,
    metrics,
    logs,
    key: makeKey,
    drain: (graceMs) => service.drain(graceMs),
    stop: () => {
      stop.abort();
    },
    close: async () => {
      await service.drain(0);
      stop.abort();
      await admission.drain(1_000);
      store.close();
      ledger.close();
      windows.close();
      folder.remove();
    },
  };
}

function handlerOf(deps: ApiDeps, around: ApiOptions['around']): RequestListener {
  const app = createApp(deps);
  return around === undefined ? app : around(app);
}

function folderOf(shared: Folder | undefined): Folder {
  return shared ?? temporaryFolder();
}
