import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createApp } from '../../../src/api/app.ts';
import type { ApiDeps } from '../../../src/api/deps.ts';
import { JobIndex } from '../../../src/api/jobs/job-index.ts';
import { JobReader } from '../../../src/api/jobs/job-reader.ts';
import { KeyTable } from '../../../src/api/keys/key-table.ts';
import { createKeyDirectory } from '../../../src/api/keys/key-directory.ts';
import { ReadLimiter } from '../../../src/api/limits/read-limiter.ts';
import { ResponseCache } from '../../../src/api/jobs/response-cache.ts';
import { createHttpService, type HttpService } from '../../../src/http/server.ts';
import { createSlimmer } from '../../../src/api/jobs/slim-job.ts';
import { createWindows } from '../../../src/api/limits/windows.ts';
import { BoundedBackground } from '../../../src/operations/jobs/bounded-background.ts';
import { createAdmissionMetrics } from '../../../src/api/metrics.ts';
import { ArtifactArchive } from '../../../src/archive/artifact-archive.ts';
import { parseAddressRules } from '../../../src/domain/address-rule.ts';
import { priceList } from '../../../src/domain/pricing.ts';
import { Probes } from '../../../src/observability/readiness.ts';
import { SqliteLedger } from '../../../src/ledger/sqlite-ledger.ts';
import { SqliteRateLimiter } from '../../../src/ratelimit/sqlite-rate-limiter.ts';
import type { AdAccount } from '../../../src/schema/adaccount.ts';
import type { AdJob } from '../../../src/schema/adjob.ts';
import type { ApiKey } from '../../../src/schema/apikey.ts';
import { openSqliteStore } from '../../../src/store/sqlite-store.ts';
import { FakeClock } from '../time/fake-clock.ts';
import { MemoryArtifacts } from '../stores/memory-artifacts.ts';

export interface ReadingRig {
  port: number;
  clock: FakeClock;
  metrics: Registry;
  logs: Record<string, unknown>[];
  /** Names of the API keys whose use was recorded. */
  used: Set<string>;
  close(): Promise<void>;
}

export interface Seen {
  keys: readonly ApiKey[];
  accounts: readonly AdAccount[];
  jobs: readonly AdJob[];
  /** Response bodies that the API has cached, by job id. */
  kept: ReadonlyMap<string, string>;
}

/**
 * Starts the API as if its watches had delivered `seen`. The clock stands still and the ids are counted, so that two
 * rigs give identical responses.
 */
export async function startReadingRig(seen: Seen, options: { hasFastPath: boolean }): Promise<ReadingRig> {
  const clock = new FakeClock('2026-11-01T12:00:30Z');
  const [metrics, logs, stop] = [new Registry(), [] as Record<string, unknown>[], new AbortController()];
  const logger = pino(
    { level: 'info' },
    { write: (line: string) => logs.push(JSON.parse(line) as Record<string, unknown>) },
  );
  const store = openSqliteStore({ file: ':memory:', clock });
  const ledger = new SqliteLedger({ file: ':memory:', clock });
  await ledger.audit.begin('epoch');
  const rateLimiter = new SqliteRateLimiter({ file: ':memory:', clock });
  const artifacts = new MemoryArtifacts(clock);
  const archive = new ArtifactArchive(artifacts);
  const [index, cache, table, slim] = [new JobIndex(), new ResponseCache(), new KeyTable(), createSlimmer()];
  for (const key of seen.keys) table.setKey(key);
  for (const account of seen.accounts) table.setAccount(account);
  for (const job of seen.jobs) index.set(slim(job));
  for (const [jobId, body] of seen.kept) cache.set(jobId, index.get(jobId)?.resourceVersion ?? '', Buffer.from(body));
  const namespace = 'default';
  const staleSeconds = (): number => 0;
  const { intents } = ledger;
  const used = new Set<string>();
  let ids = 0;
  const newId = (): string => `00000000-0000-4000-8000-${String((ids += 1)).padStart(12, '0')}`;
  const service: HttpService = createHttpService();
  const { port } = await service.listen({ host: '127.0.0.1', port: 0 });
  const admissions = createAdmissionMetrics(metrics);
  const deps: ApiDeps = {
    publicUrl: 'http://ads.example',
    corsOrigins: [],
    addressRules: parseAddressRules({ allow: '', deny: '' }),
    allowHttpCallbacks: false,
    keys: createKeyDirectory(table, store, namespace, clock),
    keyUses: { note: ({ metadata }) => void used.add(metadata.name) },
    jobs: new JobReader({ index, cache, store, namespace, intents, archive, clock, staleSeconds, stop: stop.signal }),
    store,
    artifacts,
    archive,
    ledger,
    windows: createWindows({
      rateLimiter,
      readLimiter: new ReadLimiter(rateLimiter, clock),
      clock,
      metrics: admissions,
    }),
    aborts: { add: () => undefined },
    creations: new BoundedBackground(1_000),
    admissions,
    prices: priceList({}),
    readiness: new Probes(),
    clock,
    newJobId: newId,
    newRequestId: newId,
    logger,
    metrics,
  };
  service.serve({ handler: createApp(deps, options), publicUrl: deps.publicUrl });
  return {
    port,
    clock,
    metrics,
    logs,
    used,
    close: async () => {
      stop.abort();
      await service.drain(0);
      store.close();
      ledger.close();
      rateLimiter.close();
    },
  };
}
