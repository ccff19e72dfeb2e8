/**
 * Measures the lists of the dashboard with 100,000 finished and 2,000 open AdJobs, while 50 jobs a second are created:
 * the time of a page, and the memory of the process. The process is compiled and has the settings of the chart. The API
 * server is a simple one that answers at almost no cost.
 */
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Pool } from 'undici';
import { Sessions } from '../../src/admin/sign-in/sessions.ts';
import { cookieNames } from '../../src/admin/sign-in/cookies.ts';
import { RedisState } from '../../src/admin/state/redis-state.ts';
import { systemClock } from '../../src/clock/system-clock.ts';
import { MemoryAuditLog } from '../support/admin/memory-audit-log.ts';
import { freePort } from '../support/network/free-port.ts';
import { until } from '../support/process/until.ts';
import { RedisServer } from '../support/stores/redis-server.ts';
import { JobsServer } from './admin/jobs-server.ts';
import { VariedJobs } from './admin/varied-jobs.ts';
import { RoleProcess } from './cluster/role-process.ts';

const createsPerSecond = 50;
const seconds = 30;
const clients = 2;
const goalMs = 300;
const goalMb = 250;
const listingSeconds = 300;
/** Prefix of all keys in Redis. */
const keyPrefix = 'bench';
const jobs = new VariedJobs({ finished: 100_000, open: 2_000, jobBytes: 6_000 }, new Date());
/** Environment of the process, as in the chart. */
const environment = {
  NODE_ENV: 'production',
  NODE_OPTIONS: '--max-semi-space-size=4 --max-old-space-size=256',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '65536',
};
const paths = [
  ...['/', '/jobs', '/jobs?waits=account_slot', '/jobs?text=brand-17', '/jobs?phase=FAILED&account=account-20'],
  ...['/deliveries', '/deliveries?state=failed'],
];

const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));
execFileSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')]);
// The compiled program reads its scripts and stylesheets from the sources.
for (const name of ['package.json', 'node_modules', 'src']) symlinkSync(resolve(name), join(folder, name));
mkdirSync(join(folder, 'artifacts'));

const redis = await RedisServer.start();
const cluster = await JobsServer.start(jobs, 100);
const [port, metricsPort] = [await freePort(), await freePort()];
const startedAt = performance.now();
const dashboard = RoleProcess.run({
  args: ['--disable-warning=ExperimentalWarning', join(folder, 'dist/main.js'), 'admin'],
  env: {
    ...environment,
    KUBECONFIG: cluster.kubeconfig(folder),
    ADWRIGHT_NAMESPACE: 'default',
    ADWRIGHT_PUBLIC_URL: 'http://ads.example',
    ADWRIGHT_ADMIN_LISTEN: `127.0.0.1:${port}`,
    ADWRIGHT_ADMIN_URL: `http://127.0.0.1:${port}`,
    ADWRIGHT_METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
    ADWRIGHT_STORAGE: 'volume',
    ADWRIGHT_STORAGE_PATH: join(folder, 'artifacts'),
    ADWRIGHT_STORAGE_CLAIM: 'bench',
    ADWRIGHT_REDIS_URL: redis.url,
    ADWRIGHT_REDIS_PREFIX: keyPrefix,
  },
  logFile: join(folder, 'admin.log'),
});
const state = new RedisState(await redis.connect({ prefix: keyPrefix }));
const sessions = new Sessions({ state, auditLog: new MemoryAuditLog(), clock: systemClock, random: randomBytes });
const person = { kind: 'link' as const, subject: 'bench' };
const token = await sessions.start({ actor: { kind: 'role', role: 'admin' }, person, authenticatedMs: Date.now() }, {});
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: clients });

async function get(path: string): Promise<{ status: number; bytes: number; ms: number }> {
  const beginMs = performance.now();
  const headers = { cookie: `${cookieNames.session}=${token ?? ''}` };
  const { statusCode: status, body } = await pool.request({ method: 'GET', path, headers });
  const { byteLength: bytes } = await body.arrayBuffer();
  return { status, bytes, ms: performance.now() - beginMs };
}

const isReady = (): Promise<boolean> =>
  get('/readyz').then(
    ({ status }) => status === 200,
    () => false,
  );

function percentile(times: readonly number[], share: number): string {
  const sorted = times.toSorted((a, b) => a - b);
  return (sorted[Math.ceil(share * sorted.length) - 1] ?? NaN).toFixed(0);
}

const times = new Map<string, number[]>(paths.map((path) => [path, []]));
async function read(endMs: number): Promise<void> {
  while (performance.now() < endMs) {
    for (const path of paths) {
      const { status, ms } = await get(path);
      if (status === 200) times.get(path)?.push(ms);
      else if (path !== '/') throw new Error(`${path} was answered with ${status}`);
    }
  }
}

try {
  await dashboard.whileAlive(until(isReady, listingSeconds));
  const listedSeconds = (performance.now() - startedAt) / 1_000;
  const listed = dashboard.memoryMb();
  await until(() => cluster.isWatched);
  await read(performance.now() + 3_000); // compiles the code of the pages
  for (const path of paths) times.set(path, []);
  const creating = setInterval(() => {
    cluster.create();
  }, 1_000 / createsPerSecond);
  const beginCpuMs = dashboard.cpuMs();
  const endMs = performance.now() + seconds * 1_000;
  await dashboard.whileAlive(Promise.all(Array.from({ length: clients }, () => read(endMs))));
  clearInterval(creating);
  const after = dashboard.memoryMb();
  const pages = times.values().reduce((sum, ms) => sum + ms.length, 0);
  const cpuMs = (dashboard.cpuMs() - beginCpuMs) / pages;
  console.table(
    Object.fromEntries(
      [...times].map(([path, ms]) => {
        const p99 = percentile(ms, 0.99);
        const goal = ms.length === 0 ? 'no such page' : `${goalMs} ${Number(p99) <= goalMs ? 'met' : 'MISSED'}`;
        return [path, { pages: ms.length, 'p50, ms': percentile(ms, 0.5), 'p99, ms': p99, goal }];
      }),
    ),
  );
  console.log(`CPU time of the process per page, with its share of the creates: ${cpuMs.toFixed(1)} ms`);
  console.table({
    'after the list': { MB: listed.now.toFixed(0), peak: listed.peak.toFixed(0), seconds: listedSeconds.toFixed(1) },
    'after the load': {
      MB: after.now.toFixed(0),
      peak: after.peak.toFixed(0),
      goal: `${goalMb} ${after.now <= goalMb ? 'met' : 'MISSED'}`,
    },
  });
} catch (error) {
  console.error(readFileSync(join(folder, 'admin.log'), 'utf8').slice(-2_000));
  throw error;
} finally {
  await pool.destroy();
  await dashboard.end('SIGKILL');
  cluster.close();
  await redis.close();
  rmSync(folder, { recursive: true });
}
