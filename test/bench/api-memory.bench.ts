/**
 * Memory of an API replica with 100,000 finished AdJobs of 6 kB and the cache of answers full, against a server that answers
 * as an API server would and costs next to nothing itself.
 */
import { fork } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { z } from 'zod';
import { newApiKey } from '../../src/domain/api-key.ts';
import { responseCacheBytes } from '../../src/api/response-cache.ts';
import { buildJob } from '../support/build-job.ts';
import { adJobListPage, emptyList } from './controller-memory/finished-jobs.ts';

const jobs = 100_000;
const jobBytes = 6_000;
const goalMb = 250;
/** More than fit: each answer has at least so many bytes. */
const bodyBytes = 3_000;
const reads = Math.ceil(responseCacheBytes / bodyBytes);
/** As the chart and the image set them. */
const environment = {
  NODE_OPTIONS: '--max-semi-space-size=8 --max-old-space-size=256',
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '1048576',
};

const { secret, hash } = newApiKey((bytes) => createHash('sha512').update('bench').digest().subarray(0, bytes));
const { metadata } = buildJob();
const list = (item: object): string => JSON.stringify({ metadata: { resourceVersion: '1' }, items: [item] });
const named = { apiVersion: 'adwright.dev/v1alpha1', metadata: { ...metadata, name: 'acme' } };
const limits = { jobReadsPerMinute: 1_000_000 };
const spec = { accountRef: { name: 'acme' }, secretHash: hash, revoked: false, limits };
const apiKeys = list({ ...named, kind: 'ApiKey', metadata: { ...metadata, name: 'acme-key' }, spec });
const adAccounts = list({ ...named, kind: 'AdAccount', spec: { active: true, creditGrants: [], weight: 1 } });

const server = createServer((request, response) => {
  const url = new URL(request.url ?? '/', 'http://bench');
  response.writeHead(200, { 'content-type': 'application/json' });
  if (url.searchParams.has('watch')) {
    response.flushHeaders(); // a watch that stays silent
    return;
  }
  response.end(answer(url));
});

function answer({ pathname, searchParams }: URL): string | Buffer {
  const last = pathname.slice(pathname.lastIndexOf('/') + 1);
  if (last === 'apikeys') return apiKeys;
  if (last === 'adaccounts') return adAccounts;
  const from = Number(searchParams.get('continue') ?? 0);
  if (last === 'adjobs') return adJobListPage({ from, limit: Number(searchParams.get('limit')), jobs, jobBytes });
  if (!/-[0-9a-f]{12}$/.test(last)) return emptyList;
  const page: unknown = JSON.parse(
    adJobListPage({ from: parseInt(last.slice(-12), 16), limit: 1, jobs, jobBytes }).toString(),
  );
  return JSON.stringify(z.object({ items: z.array(z.unknown()) }).parse(page).items[0]);
}

const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));
mkdirSync(join(folder, 'artifacts'));
await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
const { port } = z.object({ port: z.number() }).parse(server.address());
const kubeconfig = join(folder, 'kubeconfig');
writeFileSync(
  kubeconfig,
  JSON.stringify({
    clusters: [{ name: 'c', cluster: { server: `http://127.0.0.1:${port}` } }],
    users: [{ name: 'u', user: {} }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  }),
);

const log = openSync(join(folder, 'api.log'), 'w');
const startedAt = performance.now();
const child = fork(join(import.meta.dirname, 'api-memory/replica.ts'), [folder], {
  env: { ...process.env, ...environment, KUBECONFIG: kubeconfig },
  stdio: ['ignore', 'ignore', log, 'ipc'],
});
closeSync(log);
try {
  const [address] = (await Promise.race([once(child, 'message'), once(child, 'exit')])) as unknown[];
  const listedSeconds = (performance.now() - startedAt) / 1_000;
  const listed = memoryMb();
  const pool = new Pool(`http://127.0.0.1:${z.object({ port: z.number() }).parse(address).port}`, { connections: 16 });
  let next = 0;
  const ask = async (): Promise<void> => {
    while (next < reads) {
      const jobId = `01939d2c-7a10-7cc3-9a5b-${(next++).toString(16).padStart(12, '0')}`;
      const { statusCode, body } = await pool.request({
        method: 'GET',
        path: `/jobs/${jobId}`,
        headers: { 'x-api-key': secret },
      });
      const text = await body.text();
      if (statusCode !== 200 || text.length < bodyBytes) throw new Error(`${statusCode} ${text.slice(0, 300)}`);
    }
  };
  await Promise.all(Array.from({ length: 16 }, ask));
  await pool.close();
  const full = memoryMb();
  console.table({
    [`API with ${jobs} finished jobs`]: {
      'MB resident after the list': listed.now.toFixed(0),
      'with the cache full': full.now.toFixed(0),
      'at its peak': full.peak.toFixed(0),
      goal: `${goalMb} ${full.now <= goalMb ? 'met' : 'MISSED'}`,
      's to the last page': listedSeconds.toFixed(1),
    },
  });
} catch (error) {
  console.error(readFileSync(join(folder, 'api.log'), 'utf8').slice(-2_000));
  throw error;
} finally {
  child.kill('SIGKILL');
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
}

function memoryMb(): { now: number; peak: number } {
  const status = readFileSync(`/proc/${child.pid ?? 0}/status`, 'utf8');
  const read = (field: string): number => Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) / 1_000;
  return { now: read('VmRSS'), peak: read('VmHWM') };
}
