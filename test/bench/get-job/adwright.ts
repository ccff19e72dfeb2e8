/**
 * The API as `adwright api` runs it, with the watched objects already in memory and the log as shipped. The argument
 * `silent` disables the log; `router` sends each request through Express's router.
 */
import { randomUUID } from 'node:crypto';
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
import { createSlimmer } from '../../../src/api/jobs/slim-job.ts';
import { createWindows } from '../../../src/api/limits/windows.ts';
import { BoundedBackground } from '../../../src/operations/jobs/bounded-background.ts';
import { timestamp } from '../../../src/domain/timestamp.ts';
import { createLogger, gatheredLines } from '../../../src/observability/logger.ts';
import { apiDeps } from '../../support/api/api-deps.ts';
import { Installation } from '../../support/installation/installation.ts';
import { openListener } from '../../support/installation/listener.ts';
import { namespace } from '../../support/installation/objects.ts';
import { buildJob, imageSpec } from '../../support/pipeline/build-job.ts';
import { apiKey, jobs as finished } from './fixture.ts';

const apiVersion = 'adwright.dev/v1alpha1';
const stop = new AbortController();
const home = new Installation();
const { store, archive, clock, rateLimiter } = home;
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
const staleSeconds = (): number => 0;
const { intents } = home.ledger;
const ways = process.argv.slice(2);
const logger = createLogger(ways.includes('silent') ? 'silent' : 'info', 'api', gatheredLines());
const common = apiDeps(home);
const deps: ApiDeps = {
  ...common,
  keys: createKeyDirectory(table, store, namespace, clock),
  keyUses: new KeyUses({ store, watched: () => undefined, clock, logger }),
  jobs: new JobReader({ index, cache, store, namespace, intents, archive, clock, staleSeconds, stop: stop.signal }),
  windows: createWindows({ rateLimiter, readLimiter, clock, metrics: common.admissions }),
  aborts: { add: () => undefined },
  creations: new BoundedBackground(1_000),
  newJobId: v7,
  newRequestId: randomUUID,
  logger,
};
const handler = createApp(deps, { hasFastPath: !ways.includes('router') });
const { service, port } = await openListener();
process.send?.({ port });
service.serve({ handler, publicUrl: deps.publicUrl });

/** The parent process has ended the benchmark. */
process.once('disconnect', () => {
  process.exit();
});
