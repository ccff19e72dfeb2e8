import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { v7 as uuidV7 } from 'uuid';
import { createApp } from '../../src/api/app.ts';
import type { ApiDeps } from '../../src/api/deps.ts';
import { createCacheMetrics } from '../../src/observability/cache-metrics.ts';
import { Probes } from '../../src/observability/readiness.ts';
import { createHttpService } from '../../src/api/server.ts';
import { DirectoryArtifacts } from '../../src/artifacts/directory-artifacts.ts';
import type { ArtifactStore } from '../../src/artifacts/port.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { newApiKey } from '../../src/domain/api-key.ts';
import { adAccountKind, apiKeyKind } from '../../src/domain/kinds.ts';
import { watchForApi } from '../../src/roles/watch-api.ts';
import type { AdAccountSpec } from '../../src/schema/adaccount.ts';
import type { ApiKeySpec } from '../../src/schema/apikey.ts';
import type { ObjectStore } from '../../src/store/port.ts';
import { openSqliteStore } from '../../src/store/sqlite-store.ts';
import { temporaryFolder } from './temporary-folder.ts';
import { until } from './until.ts';

export const namespace = 'default';

export interface TestKey {
  name: string;
  account: string;
  secret: string;
  hash: string;
}

export interface ApiService {
  url: string;
  port: number;
  store: ObjectStore;
  artifacts: ArtifactStore;
  probes: Probes;
  metrics: Registry;
  /** What was logged, one parsed line each. */
  logs: Record<string, unknown>[];
  /** Makes the key (and its account where there is none yet) and waits until the API knows it. */
  key(spec?: Partial<ApiKeySpec>, account?: Partial<AdAccountSpec>): Promise<TestKey>;
  drain(graceMs: number): Promise<void>;
  close(): Promise<void>;
}

/** The API as `adwright local` wires it, on a real store, a real folder and a real port. */
export async function startApi({
  basePath = '',
  ...overrides
}: Partial<ApiDeps> & { basePath?: string } = {}): Promise<ApiService> {
  const folder = temporaryFolder();
  const store = openSqliteStore({ file: join(folder.path, 'test.db'), clock: systemClock });
  const artifacts = overrides.artifacts ?? new DirectoryArtifacts(join(folder.path, 'artifacts'));
  const stop = new AbortController();
  const [probes, metrics] = [new Probes(), new Registry()];
  const logs: Record<string, unknown>[] = [];
  const logger = pino(
    { level: 'info' },
    { write: (line: string) => logs.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const caches = createCacheMetrics(metrics);
  const watched = await watchForApi(
    { store, namespace, clock: systemClock, logger: pino({ level: 'silent' }), probes, caches },
    stop.signal,
  );

  const service = createHttpService();
  const { port } = await service.listen({ host: '127.0.0.1', port: 0 });
  const publicUrl = `http://127.0.0.1:${port}${basePath}`;
  const deps: ApiDeps = {
    publicUrl,
    corsOrigins: [],
    egressAllow: [],
    allowHttpCallbacks: false,
    ...watched,
    store,
    artifacts,
    readiness: probes,
    clock: systemClock,
    newJobId: uuidV7,
    newRequestId: randomUUID,
    logger,
    metrics,
    ...overrides,
  };
  service.serve({ handler: createApp(deps), publicUrl });

  const makeKey = async (spec: Partial<ApiKeySpec> = {}, account: Partial<AdAccountSpec> = {}): Promise<TestKey> => {
    const { secret, hash } = newApiKey(randomBytes);
    const accountName = spec.accountRef?.name ?? `account-${randomUUID()}`;
    const name = `key-${randomUUID()}`;
    if (spec.accountRef === undefined) {
      await store.create(adAccountKind, {
        metadata: { namespace, name: accountName },
        spec: { active: true, creditGrants: [], weight: 1, ...account },
      });
    }
    const whole = { accountRef: { name: accountName }, secretHash: hash, revoked: false, ...spec };
    await store.create(apiKeyKind, { metadata: { namespace, name }, spec: whole });
    await until(async () => (await deps.keys.find(whole.secretHash)) !== undefined);
    return { name, account: accountName, secret, hash };
  };

  return {
    url: publicUrl,
    port,
    store,
    artifacts,
    probes,
    metrics,
    logs,
    key: makeKey,
    drain: (graceMs) => service.drain(graceMs),
    close: async () => {
      await service.drain(0);
      stop.abort();
      store.close();
      folder.remove();
    },
  };
}
