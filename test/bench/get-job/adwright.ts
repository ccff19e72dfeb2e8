/**
 * The API as `adwright api` runs it, with the watched objects already in memory and the log as shipped. The argument
 * `silent` disables the log; `router` sends each request through Express's router.
 */
import { randomUUID } from 'node:crypto';
import { Registry } from 'prom-client';
import { v7 } from 'uuid';
import { createApp } from '../../../src/api/app.ts';
import type { ApiDeps } from '../../../src/api/deps.ts';
import { JobIndex } from '../../../src/api/jobs/job-index.ts';
import { JobReader } from '../../../src/api/jobs/job-reader.ts';
import { createKeyDirectory } from '../../../src/api/keys/key-directory.ts';
import { KeyTable } from '../../../src/api/keys/key-table.ts';
import { KeyUses } from '../../../src/api/keys/key-uses.ts';
import { ReadLimiter } from '../../../src/api/limits/read-limiter.ts';
import { ResponseCache } from '../../../src/api/jobs/response-cache.ts';
import { createHttpService } from '../../../src/http/server.ts';
import { createSlimmer } from '../../../src/api/jobs/slim-job.ts';
import { createWindows } from '../../../src/api/limits/windows.ts';
import { BoundedBackground } from '../../../src/operations/jobs/bounded-background.ts';
import { createAdmissionMetrics } from '../../../src/api/metrics.ts';
import { systemClock } from '../../../src/clock/system-clock.ts';
import { ArtifactArchive } from '../../../src/archive/artifact-archive.ts';
import { parseAddressRules } from '../../../src/domain/address-rule.ts';
import { priceList } from '../../../src/domain/pricing.ts';
import { timestamp } from '../../../src/domain/timestamp.ts';
import { SqliteLedger } from '../../../src/ledger/sqlite-ledger.ts';
import { createLogger, gatheredLines } from '../../../src/observability/logger.ts';
import { Probes } from '../../../src/observability/readiness.ts';
import { SqliteRateLimiter } from '../../../src/ratelimit/sqlite-rate-limiter.ts';
import { openSqliteStore } from '../../../src/store/sqlite-store.ts';
import { buildJob, imageSpec } from '../../support/pipeline/build-job.ts';
import { MemoryArtifacts } from '../../support/stores/memory-artifacts.ts';
import { apiKey, jobs as finished } from './fixture.ts';

const clock = systemClock;
const namespace = 'default';
const apiVersion = 'adwright.dev/v1alpha1';
const [stop, metrics] = [new AbortController(), new Registry()];
const store = openSqliteStore({ file: ':memory:', clock });
const ledger = new SqliteLedger({ file: ':memory:', clock });
const rateLimiter = new SqliteRateLimiter({ file: ':memory:', clock });
const readLimiter = new ReadLimiter(rateLimiter, clock);
void readLimiter.run(stop.signal);
const [index, cache, table, slim] = [new JobIndex(), new ResponseCache(), new KeyTable(), createSlimmer()];
const { metadata } = buildJob();
table.setAccount({
  apiVersion,
  kind: 'AdAccount',
  metadata: { ...metadata, name: 'acme' },
  spec: { active: true, creditGrants: [], weight: 1 },
});
table.setKey({
  apiVersion,
  kind: 'ApiKey',
  metadata: { ...metadata, name: 'acme-key' },
  spec: {
    accountRef: { name: 'acme' },
    secretHash: apiKey.hash,
    revoked: false,
    limits: { jobReadsPerMinute: 1_000_000 },
  },
  status: { lastUsedTime: timestamp(clock.now()) },
});
for (const job of finished) {
  index.set(slim(buildJob({ metadata: { name: job.job_id }, spec: imageSpec(), status: { phase: 'SUCCESS' } })));
  cache.set(job.job_id, metadata.resourceVersion, Buffer.from(JSON.stringify(job)));
}
const artifacts = new MemoryArtifacts();
const archive = new ArtifactArchive(artifacts);
const admissions = createAdmissionMetrics(metrics);
const staleSeconds = (): number => 0;
const { intents } = ledger;
const ways = process.argv.slice(2);
const logger = createLogger(ways.includes('silent') ? 'silent' : 'info', 'api', gatheredLines());
const deps: ApiDeps = {
  publicUrl: 'http://ads.example',
  corsOrigins: [],
  addressRules: parseAddressRules({ allow: '', deny: '' }),
  allowHttpCallbacks: false,
  keys: createKeyDirectory(table, store, namespace, clock),
  keyUses: new KeyUses({ store, watched: () => undefined, clock, logger }),
  jobs: new JobReader({ index, cache, store, namespace, intents, archive, clock, staleSeconds, stop: stop.signal }),
  ...{ store, ledger, archive, artifacts, admissions, clock, metrics },
  windows: createWindows({ rateLimiter, readLimiter, clock, metrics: admissions }),
  aborts: { add: () => undefined },
  creations: new BoundedBackground(1_000),
  prices: priceList({}),
  readiness: new Probes(),
  newJobId: v7,
  newRequestId: randomUUID,
  logger,
};
const handler = createApp(deps, { hasFastPath: !ways.includes('router') });
const service = createHttpService();
process.send?.(await service.listen({ host: '127.0.0.1', port: 0 }));
service.serve({ handler, publicUrl: 'http://ads.example' });

/** The parent process has ended the benchmark. */
process.once('disconnect', () => {
  process.exit();
});
