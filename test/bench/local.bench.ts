/**
 * Measures the local service from outside: the time of a whole image job, what storing its brief adds, the time of a
 * start, and memory when idle. Prints a table of medians.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createImageAd, getJob, startLocalService, type LocalService } from '../../scripts/local-service.ts';
import { startSampleSites } from '../../scripts/sample-sites.ts';

const jobRounds = 15;
const startRounds = 5;
const pollMs = 10;

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Returns the milliseconds from sending the create until a poll returns SUCCESS, and the id of the job. */
async function wholeJob(service: LocalService, key: string, request: unknown) {
  const startedMs = performance.now();
  const jobId = await createImageAd(service, key, request);
  for (;;) {
    const { status, error } = await getJob(service, key, jobId);
    if (status === 'SUCCESS') return { jobId, ms: performance.now() - startedMs };
    if (status === 'FAILED') throw new Error(error ?? 'FAILED');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function residentMb(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

/** Returns the milliseconds that storing the brief of a job takes in a new process, and the bytes of its materials. */
function storeBrief(jobId: string) {
  const [attempt = ''] = globSync(join(folder, 'data/artifacts/jobs', jobId, 'image-*'));
  const ms = Number(execFileSync('node', ['test/bench/local/store-brief.ts', attempt, storedFolder]));
  return { ms, kb: statSync(join(attempt, 'materials.bin')).size / 1000 };
}

const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));
const storedFolder = join(folder, 'stored');
mkdirSync(storedFolder);
const sites = await startSampleSites();
const env = {
  ADWRIGHT_DATA_DIR: join(folder, 'data'),
  ADWRIGHT_LISTEN: '127.0.0.1:0',
  ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
  ADWRIGHT_ADMIN_LISTEN: '127.0.0.1:0',
  ADWRIGHT_EGRESS_ALLOW: sites.egressAllow,
};
const request = {
  brand_data: { brand_url: sites.verdane },
  product_metadata: { product_url: `${sites.verdane}/products/spruce-body-oil.html`, product_images: null },
};

const starts: number[] = [];
for (let round = 0; round < startRounds; round += 1) {
  const startedMs = performance.now();
  const service = await startLocalService(env, join(folder, 'service.log'));
  starts.push(performance.now() - startedMs);
  await service.stop();
}
const service = await startLocalService(env, join(folder, 'service.log'));
await service.command('accounts', 'create', 'bench', '--credits', '1000');
const limits = ['--image-creates-per-minute', '1000', '--job-reads-per-minute', '10000'];
const key = await service.command('keys', 'create', '--account', 'bench', ...limits);
const idleMb = residentMb(service.pid);
const jobs: number[] = [];
const briefs: ReturnType<typeof storeBrief>[] = [];
for (let round = 0; round < jobRounds; round += 1) {
  const { jobId, ms } = await wholeJob(service, key, request);
  jobs.push(ms);
  briefs.push(storeBrief(jobId));
}
const afterMb = residentMb(service.pid);
await service.stop();
sites.close();
const storingMs = median(briefs.map(({ ms }) => ms));
rmSync(folder, { recursive: true });

console.table({
  'start to ready, s': { median: (median(starts) / 1000).toFixed(2), rounds: startRounds, goal: '1.5' },
  'whole image job, 1:1 at 1K, s': {
    median: (median(jobs) / 1000).toFixed(2),
    rounds: jobRounds,
    goal: '2.5, aim 1.5',
  },
  'storing its brief, ms': { median: storingMs.toFixed(1), rounds: jobRounds, goal: '' },
  'storing its brief, % of the job': {
    median: ((100 * storingMs) / median(jobs)).toFixed(1),
    rounds: jobRounds,
    goal: '5',
  },
  'pictures and fonts of its brief, kB': {
    median: median(briefs.map(({ kb }) => kb)).toFixed(0),
    rounds: jobRounds,
    goal: '',
  },
  'idle memory, MB resident': { median: idleMb.toFixed(0), rounds: 1, goal: '200' },
  'memory after the jobs, MB resident': { median: afterMb.toFixed(0), rounds: 1, goal: '' },
});
