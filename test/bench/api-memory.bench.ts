/**
 * Measures the memory of an API replica with 100,000 finished AdJobs of 6 kB and a full response cache. The replica is
 * compiled and has the settings of the chart. The API server is a simple one that answers at almost no cost.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Pool } from 'undici';
import { responseCacheBytes } from '../../src/api/jobs/response-cache.ts';
import { freePort } from '../support/network/free-port.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { FinishedJobsServer } from './api-memory/finished-jobs-server.ts';
import { RoleProcess } from './cluster/role-process.ts';

const jobs = 100_000;
const jobBytes = 6_000;
const goalMb = 250;
/** Minimum size of a job response. So many jobs are read that their responses exceed the cache. */
const bodyBytes = 3_000;
const reads = Math.min(jobs, Math.ceil(responseCacheBytes / bodyBytes));
/** Environment of the replica, as in the chart. */
const environment = {
  NODE_ENV: 'production',
  NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=256',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
};

const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));
execFileSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')]);
// The compiled program reads its Redis scripts from the sources.
for (const name of ['package.json', 'node_modules', 'src']) symlinkSync(resolve(name), join(folder, name));
mkdirSync(join(folder, 'artifacts'));

const redis = await RedisServer.start();
const cluster = await FinishedJobsServer.start({ jobs, jobBytes });
const [port, metricsPort] = [await freePort(), await freePort()];
const startedAt = performance.now();
const replica = RoleProcess.run({
  args: ['--disable-warning=ExperimentalWarning', join(folder, 'dist/main.js'), 'api'],
  env: {
    ...environment,
    KUBECONFIG: cluster.kubeconfig(folder),
    ADWRIGHT_NAMESPACE: 'default',
    ADWRIGHT_PUBLIC_URL: 'http://ads.example',
    ADWRIGHT_LISTEN: `127.0.0.1:${port}`,
    ADWRIGHT_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
    ADWRIGHT_STORAGE: 'volume',
    ADWRIGHT_STORAGE_PATH: join(folder, 'artifacts'),
    ADWRIGHT_STORAGE_CLAIM: 'bench',
    ADWRIGHT_REDIS_URL: redis.url,
  },
  logFile: join(folder, 'api.log'),
});
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: 16 });
async function get(path: string): Promise<{ statusCode: number; text: string }> {
  const { statusCode, body } = await pool.request({ method: 'GET', path, headers: { 'x-api-key': cluster.apiKey } });
  return { statusCode, text: await body.text() };
}
const isReady = (): Promise<boolean> =>
  get('/readyz').then(
    ({ statusCode }) => statusCode === 200,
    () => false,
  );
async function until(holds: () => boolean | Promise<boolean>, ms: number): Promise<void> {
  const endMs = performance.now() + ms;
  while (!(await holds())) {
    if (performance.now() > endMs) throw new Error(`condition not met within ${ms / 1_000} s: ${String(holds)}`);
    await new Promise((over) => setTimeout(over, 50));
  }
}
/** Makes the watch expire, so that the replica lists all AdJobs again. Returns the memory after that. */
async function anotherList(): Promise<{ now: number; peak: number }> {
  const { lists } = cluster;
  replica.resetPeak();
  await until(() => cluster.isWatched, 30_000);
  cluster.forget();
  await until(() => cluster.lists > lists && cluster.isWatched, 120_000);
  return replica.memoryMb();
}

try {
  await replica.whileAlive(until(isReady, 120_000));
  const listedSeconds = (performance.now() - startedAt) / 1_000;
  const listed = replica.memoryMb();

  const again = await anotherList();

  let next = 0;
  const ask = async (): Promise<void> => {
    while (next < reads) {
      const { statusCode, text } = await get(`/jobs/${cluster.jobId(next++)}`);
      if (statusCode !== 200 || text.length < bodyBytes) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
    }
  };
  replica.resetPeak();
  await Promise.all(Array.from({ length: 16 }, ask));
  const full = replica.memoryMb();
  const last = await anotherList();
  console.table({
    'after the list': {
      MB: listed.now.toFixed(0),
      peak: listed.peak.toFixed(0),
      seconds: listedSeconds.toFixed(1),
    },
    'after another list': { MB: again.now.toFixed(0), peak: again.peak.toFixed(0) },
    'with a full cache': {
      MB: full.now.toFixed(0),
      peak: full.peak.toFixed(0),
      goal: `${goalMb} ${full.now <= goalMb ? 'met' : 'MISSED'}`,
    },
    'after another list, with a full cache': { MB: last.now.toFixed(0), peak: last.peak.toFixed(0) },
  });
} catch (error) {
  console.error(readFileSync(join(folder, 'api.log'), 'utf8').slice(-2_000));
  throw error;
} finally {
  await pool.destroy();
  await replica.end('SIGKILL');
  cluster.close();
  await redis.close();
  rmSync(folder, { recursive: true });
}
