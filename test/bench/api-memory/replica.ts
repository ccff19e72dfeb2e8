/** An API replica on the cluster that KUBECONFIG names, as `adwright api` makes it, with books of its own in place of Redis. */
import { join } from 'node:path';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { createHttpService } from '../../../src/api/server.ts';
import { responseCacheBytes } from '../../../src/api/response-cache.ts';
import { DirectoryArtifacts } from '../../../src/artifacts/directory-artifacts.ts';
import { systemClock as clock } from '../../../src/clock/system-clock.ts';
import { SqliteLedger } from '../../../src/ledger/sqlite-ledger.ts';
import { createCacheMetrics } from '../../../src/observability/cache-metrics.ts';
import { createLogger, gatheredLines } from '../../../src/observability/logger.ts';
import { Probes } from '../../../src/observability/readiness.ts';
import { SqliteRateLimiter } from '../../../src/ratelimit/sqlite-rate-limiter.ts';
import { createApiApp } from '../../../src/roles/api-app.ts';
import { openCluster } from '../../../src/roles/cluster.ts';

const [folder = ''] = process.argv.slice(2);
const publicUrl = 'http://ads.example';
const registry = new Registry();
collectDefaultMetrics({ register: registry });
const { store } = openCluster({ role: 'api', registry });
const ledger = new SqliteLedger({ file: ':memory:', clock });
await ledger.audit.begin('epoch');
const rateLimiter = new SqliteRateLimiter({ file: ':memory:', clock });
const app = await createApiApp(
  {
    store,
    artifacts: new DirectoryArtifacts(join(folder, 'artifacts')),
    books: { ledger, rateLimiter },
    namespace: 'default',
    publicUrl,
    logger: createLogger('info', 'api', gatheredLines()),
    registry,
    probes: new Probes(),
    caches: createCacheMetrics(registry),
    settings: {
      corsOrigins: [],
      egressAllow: '',
      allowHttpCallbacks: false,
      prices: {},
      windowDefaults: { imageCreatesPerMinute: 10, videoCreatesPerMinute: 10, jobReadsPerMinute: 120 },
      responseCacheBytes,
    },
  },
  new AbortController().signal,
);
const service = createHttpService();
const address = await service.listen({ host: '127.0.0.1', port: 0 });
service.serve({ handler: app.handler, publicUrl });
process.send?.(address);

/** Nobody is left to answer. */
process.once('disconnect', () => {
  process.exit();
});
