/**
 * Measures the memory of the controller with 20,000 finished AdJobs of 6 kB, and the time of its first list of them.
 * The controller is compiled and has the settings of the chart. The API server is a simple one that answers at almost
 * no cost.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { RedisServer } from '../support/stores/redis-server.ts';
import { pause } from './cluster/figures.ts';
import { ControllerProcess } from './cluster/controller-process.ts';
import { writeKubeconfig } from './cluster/kubeconfig.ts';
import { adJobListPage, emptyList } from './controller-memory/finished-jobs.ts';

const jobs = Number(process.env['BENCH_FINISHED_JOBS'] ?? 20_000);
const jobBytes = 6_000;
const goalMb = 250;
/** Environment of the controller, as in the chart and the image. */
const environment = {
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=256',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
};

const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));
execFileSync('tsc', ['-p', 'tsconfig.build.json', '--outDir', join(folder, 'dist')]);
// The compiled program reads its Redis scripts from the sources.
for (const name of ['package.json', 'node_modules', 'src']) symlinkSync(resolve(name), join(folder, name));
mkdirSync(join(folder, 'artifacts'));
writeFileSync(join(folder, 'stage-pods.json'), JSON.stringify({ image: 'bench.example/stage:1' }));

let listedAt = 0;
const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bench');
  response.writeHead(200, { 'content-type': 'application/json' });
  if (url.searchParams.has('watch')) {
    response.flushHeaders(); // begins a watch, which delivers no events
    return;
  }
  const isOfJobsThatGoOn = url.searchParams.has('fieldSelector');
  if (!url.pathname.endsWith('/adjobs') || isOfJobsThatGoOn) {
    response.end(emptyList);
    return;
  }
  const from = Number(url.searchParams.get('continue') ?? 0);
  const limit = Number(url.searchParams.get('limit') ?? jobs);
  if (from + limit >= jobs) listedAt = performance.now();
  response.end(adJobListPage({ from, limit, jobs, jobBytes }));
});
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const { port } = z.object({ port: z.number() }).parse(server.address());
// generates all pages before the measurement
for (let from = 0; from < jobs; from += 500) adJobListPage({ from, limit: 500, jobs, jobBytes });

const redis = await RedisServer.start();
const startedAt = performance.now();
const controller = ControllerProcess.start(
  ['--disable-warning=ExperimentalWarning', join(folder, 'dist/main.js')],
  {
    ...environment,
    KUBECONFIG: writeKubeconfig(folder, port),
    ADWRIGHT_NAMESPACE: 'default',
    ADWRIGHT_PUBLIC_URL: 'http://ads.example',
    ADWRIGHT_STORAGE: 'volume',
    ADWRIGHT_STORAGE_PATH: join(folder, 'artifacts'),
    ADWRIGHT_STORAGE_CLAIM: 'bench',
    ADWRIGHT_INSTALLATION_SECRET: 'x'.repeat(32),
    ADWRIGHT_STAGE_PODS: join(folder, 'stage-pods.json'),
    ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
    ADWRIGHT_REDIS_URL: redis.url,
    ADWRIGHT_JOB_TTL_SECONDS: '315360000',
    ADWRIGHT_FINISHED_JOBS_MAX: '1000000',
    ADWRIGHT_LEADER_ELECTION: 'false',
  },
  join(folder, 'controller.log'),
);
try {
  while (listedAt === 0 && performance.now() < startedAt + 120_000) await pause(50);
  if (listedAt === 0) throw new Error('the controller did not list AdJobs');
  const beforeMs = controller.cpuMs();
  await pause(10_000); // for the controller to reconcile each job once
  const { now, peak } = controller.memoryMb();
  console.table({
    [`controller with ${jobs} finished jobs`]: {
      'MB resident': now.toFixed(0),
      peak: peak.toFixed(0),
      goal: `${goalMb} ${peak <= goalMb ? 'met' : 'MISSED'}`,
      's until the last page': ((listedAt - startedAt) / 1_000).toFixed(1),
      'CPU s until then': (beforeMs / 1_000).toFixed(1),
      'CPU s afterwards': ((controller.cpuMs() - beforeMs) / 1_000).toFixed(1),
    },
  });
} finally {
  await controller.end('SIGKILL');
  server.closeAllConnections();
  server.close();
  await redis.close();
  rmSync(folder, { recursive: true });
}
