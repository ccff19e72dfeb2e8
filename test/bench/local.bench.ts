/**
 * Measures the local service from outside: the time of a whole image job, what storing its brief adds, the time of a
 * start, and memory when idle. Prints a table of medians.
 */
import { execFileSync } from 'node:child_process';
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createImageAd, getJob, startLocalService, type LocalService } from '../../scripts/local-service.ts';
import { startSampleSites } from '../../scripts/sample-sites.ts';

const jobRounds = 15;
const startRounds = 5;
const pollMs = 10;

function median(values: number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}

/** Returns the milliseconds from sending the create until a poll returns SUCCESS. */
async function wholeJobMs(service: LocalService, key: string, request: unknown): Promise<number> {
  const startedMs = performance.now();
  const jobId = await createImageAd(service, key, request);
  for (;;) {
    const { status, error } = await getJob(service, key, jobId);
    if (status === 'SUCCESS') return performance.now() - startedMs;
    if (status === 'FAILED') throw new Error(error ?? 'FAILED');
    await new Promise((resolve) => setTimeout(resolve, pollMs));
  }
}

function residentMb(pid: number): number {
  const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  return Number(kib) / 1024;
}

/** Returns the milliseconds that storing the brief of each job took, each measured in a new process. */
function storingMs(briefs: readonly string[], out: string): number[] {
  mkdirSync(out);
  return briefs.map((brief) => Number(execFileSync('node', ['test/bench/local/store-brief.ts', dirname(brief), out])));
}

const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));
const sites = await startSampleSites();
const env = {
  ADWRIGHT_DATA_DIR: join(folder, 'data'),
  ADWRIGHT_LISTEN: '127.0.0.1:0',
  ADWRIGHT_METRICS_LISTEN: '127.0.0.1:0',
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
for (let round = 0; round < jobRounds; round += 1) jobs.push(await wholeJobMs(service, key, request));
const afterMb = residentMb(service.pid);
await service.stop();
sites.close();
const briefs = globSync(join(folder, 'data/artifacts/jobs/*/image-*/brief.json'));
const storing = storingMs(briefs, join(folder, 'stored'));
const storedKb = median(briefs.map((brief) => statSync(join(dirname(brief), 'materials.bin')).size / 1000));
rmSync(folder, { recursive: true });

console.table({
  'start to ready, s': { median: (median(starts) / 1000).toFixed(2), rounds: startRounds, goal: '1.5' },
  'whole image job, 1:1 at 1K, s': {
    median: (median(jobs) / 1000).toFixed(2),
    rounds: jobRounds,
    goal: '2.5, aim 1.5',
  },
  'storing its brief, ms': { median: median(storing).toFixed(1), rounds: storing.length, goal: '' },
  'storing its brief, % of the job': {
    median: ((100 * median(storing)) / median(jobs)).toFixed(1),
    rounds: storing.length,
    goal: '5',
  },
  'pictures and fonts of its brief, kB': { median: storedKb.toFixed(0), rounds: briefs.length, goal: '' },
  'idle memory, MB resident': { median: idleMb.toFixed(0), rounds: 1, goal: '200' },
  'memory after the jobs, MB resident': { median: afterMb.toFixed(0), rounds: 1, goal: '' },
});
