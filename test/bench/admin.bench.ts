/**
 * Measures the dashboard with 100,000 finished and 2,000 open AdJobs, while 50 jobs a second are created: the time of a
 * list, and the memory of the process, first without open pages, then with 1,000 browsers that follow changes. Then
 * measures how long a change of one job takes until all of them have it, and counts the watches of the process. The
 * process is compiled and has the settings of the chart. The API server is a simple one that answers at almost no cost.
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
import { OpenPages } from './admin/open-pages.ts';
import { VariedJobs } from './admin/varied-jobs.ts';
import { RoleProcess } from './cluster/role-process.ts';

const createsPerSecond = 50;
const seconds = 30;
const clients = 2;
const openPages = 1_000;
/** Number of changes of one job, of which each has to reach all open pages. */
const changes = 10;
const goalMs = 300;
const goalMb = 250;
const listingSeconds = 300;
/** Further node arguments of the process, such as `--cpu-prof`, whose profile node writes when the process ends. */
const moreArgs = (process.env['BENCH_NODE_ARGS'] ?? '').split(' ').filter((arg) => arg !== '');
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
  args: [...moreArgs, '--disable-warning=ExperimentalWarning', join(folder, 'dist/main.js'), 'admin'],
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
const newcomer = { actor: { kind: 'role' as const, role: 'admin' as const }, person, authenticatedMs: Date.now() };
const tokens = await Promise.all(
  Array.from({ length: openPages }, async () => {
    const started = await sessions.start(newcomer, {}, () => Promise.resolve(true));
    return started?.kind === 'done' ? started.token : '';
  }),
);
const pool = new Pool(`http://127.0.0.1:${port}`, { connections: clients });

async function get(path: string): Promise<{ status: number; bytes: number; ms: number }> {
  const beginMs = performance.now();
  const headers = { cookie: `${cookieNames.session}=${tokens[0] ?? ''}` };
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

type Times = Map<string, number[]>;

/** Reads one list after another. Adds the time of each to `times`, in milliseconds. */
async function read(endMs: number, times: Times): Promise<void> {
  while (performance.now() < endMs) {
    for (const path of paths) {
      const { status, ms } = await get(path);
      if (status !== 200) throw new Error(`${path} was answered with ${status}`);
      times.set(path, [...(times.get(path) ?? []), ms]);
    }
  }
}

/** Reads lists for some time while jobs are created. */
async function load() {
  const times: Times = new Map();
  const creating = setInterval(() => {
    cluster.create();
  }, 1_000 / createsPerSecond);
  const [beginCpuMs, beginWaitMs] = [dashboard.cpuMs(), dashboard.coreWaitMs()];
  const endMs = performance.now() + seconds * 1_000;
  await dashboard.whileAlive(Promise.all(Array.from({ length: clients }, () => read(endMs, times))));
  clearInterval(creating);
  const pages = times.values().reduce((sum, ms) => sum + ms.length, 0);
  const [cpuMs, waitMs] = [dashboard.cpuMs() - beginCpuMs, dashboard.coreWaitMs() - beginWaitMs];
  return { times, cpuMs: cpuMs / pages, waitMs: waitMs / pages, memory: dashboard.memoryMb() };
}

const verdict = (value: number, goal: number): string => `${goal} ${value <= goal ? 'met' : 'MISSED'}`;

function printLists(what: string, { times, cpuMs, waitMs, memory }: Awaited<ReturnType<typeof load>>): void {
  const rows = [...times].map(([path, ms]) => {
    const p99 = percentile(ms, 0.99);
    return [
      path,
      { pages: ms.length, 'p50, ms': percentile(ms, 0.5), 'p99, ms': p99, goal: verdict(Number(p99), goalMs) },
    ];
  });
  console.log(`lists ${what}`);
  console.table(Object.fromEntries(rows));
  console.log(`CPU time of the process per page, with its share of the creates: ${cpuMs.toFixed(1)} ms`);
  console.log(`time per page for which other programs had the cores: ${waitMs.toFixed(1)} ms`);
  const [now, peak] = [memory.now.toFixed(0), memory.peak.toFixed(0)];
  console.log(`memory: ${now} MB, peak ${peak}, goal ${verdict(memory.now, goalMb)}\n`);
}

/** Changes one job several times. Returns the times until each stream knew of each change, in milliseconds. */
async function change(pages: OpenPages): Promise<number[]> {
  const all: number[] = [];
  for (let count = 0; count < changes; count += 1) {
    all.push(
      ...(await pages.delays(shown.topic, () => {
        cluster.fail(shown.index, `The change ${count}.`);
      })),
    );
  }
  return all;
}

const row = (ms: readonly number[]) => ({
  ...{
    measured: ms.length,
    'p50, ms': percentile(ms, 0.5),
    'p99, ms': percentile(ms, 0.99),
    'last, ms': percentile(ms, 1),
  },
});

/** A job that all open pages show. */
const shown = { index: 100_500, topic: `job/${jobs.jobId(100_500)}`, path: `/jobs/${jobs.jobId(100_500)}` };

try {
  await dashboard.whileAlive(until(isReady, listingSeconds));
  const listedSeconds = (performance.now() - startedAt) / 1_000;
  const listed = dashboard.memoryMb();
  console.log(`memory after the list of all jobs: ${listed.now.toFixed(0)} MB, after ${listedSeconds.toFixed(1)} s\n`);
  await until(() => cluster.isWatched);
  await read(performance.now() + 3_000, new Map()); // compiles the code of the pages
  printLists('without open pages', await load());

  const pages = await OpenPages.open({ port, tokens, topics: ['accounts', 'jobs', 'keys', shown.topic] });
  const [withPages, underLoad] = await Promise.all([load(), change(pages)]);
  printLists(`with ${openPages} open pages`, withPages);
  const quiet = await dashboard.whileAlive(change(pages));
  const text = 'This is the last change.';
  const fetched = await dashboard.whileAlive(
    pages.fetches(shown.path, {
      ...shown,
      text,
      change: () => {
        cluster.fail(shown.index, text);
      },
    }),
  );
  console.log(`from the change of one job until ${openPages} open pages have it`);
  console.table({
    'the stream names it, under load': row(underLoad),
    'the stream names it': row(quiet),
    'the page is fetched again': row(fetched.ms),
  });
  console.log(`fetches that were refused and repeated: ${fetched.refused}; streams that ended: ${pages.ended}`);
  console.log('requests to the API server');
  console.table(cluster.asked);
  const { now, peak } = dashboard.memoryMb();
  console.log(`memory at the end: ${now.toFixed(0)} MB, peak ${peak.toFixed(0)}, goal ${verdict(now, goalMb)}`);
  pages.close();
} catch (error) {
  console.error(readFileSync(join(folder, 'admin.log'), 'utf8').slice(-2_000));
  throw error;
} finally {
  await pool.destroy();
  await dashboard.end(moreArgs.length > 0 ? 'SIGTERM' : 'SIGKILL');
  cluster.close();
  await redis.close();
  rmSync(folder, { recursive: true });
}
