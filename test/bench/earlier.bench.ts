/**
 * Compares the CPU time of the API with that of an earlier version, which is checked out in the folder BENCH_EARLIER with
 * its packages installed: per `GET /jobs/{job_id}` of a cached job, and per create of an ad. Rounds of both versions
 * alternate, and each ratio is that of two neighbouring rounds, because the load of the machine changes.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import autocannon from 'autocannon';
import { z } from 'zod';
import { CreatingApi } from './earlier/creating-api.ts';
import { processCpuMs } from './earlier/process-cpu.ts';
import { apiKey, jobs } from './get-job/fixture.ts';

const rounds = Number(process.env['BENCH_ROUNDS'] ?? 61);
const phases = (process.env['BENCH_PHASES'] ?? 'get,create').split(',');
const goal = 1.05;
const getsOfRound = 4_000;
const getConnections = 32;
const createsOfRound = 600;
const createConnections = 8;

/** One version of the API that serves requests. */
interface Served {
  /** Runs one round. Returns the CPU time per request in microseconds, or undefined if a request was refused. */
  round: () => Promise<number | undefined>;
  close: () => Promise<void>;
}

async function openGet(checkout: string): Promise<Served> {
  const log = openSync('/dev/null', 'w');
  const file = join(checkout, 'test/bench/get-job/adwright.ts');
  const child = fork(file, { cwd: checkout, stdio: ['ignore', 'ignore', log, 'ipc'] });
  closeSync(log);
  const [address] = z.tuple([z.object({ port: z.number() })], z.unknown()).parse(await once(child, 'message'));
  const headers = { 'X-API-Key': apiKey.secret };
  const requests = jobs.slice(0, 100).map(({ job_id: id }) => ({ path: `/jobs/${id}`, headers }));
  const url = `http://127.0.0.1:${address.port}`;
  const { pid = 0 } = child;
  return {
    round: async () => {
      const beginMs = processCpuMs(pid);
      const result = await autocannon({ url, connections: getConnections, amount: getsOfRound, requests });
      if (result['2xx'] === 0 || result.non2xx + result.errors > 0) throw new Error('not all responses were 2xx');
      return ((processCpuMs(pid) - beginMs) * 1_000) / result['2xx'];
    },
    close: async () => {
      child.kill('SIGKILL');
      await once(child, 'exit');
    },
  };
}

async function openCreate(checkout: string): Promise<Served> {
  const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));
  const api = await CreatingApi.start(checkout, folder).catch((error: unknown) => {
    console.error(readFileSync(join(folder, 'api.log'), 'utf8').slice(-2_000));
    throw error;
  });
  return {
    round: async () => {
      const beginMs = api.cpuMs();
      const refused = await api.creates(createsOfRound, createConnections);
      if (refused > 0) return undefined;
      return ((api.cpuMs() - beginMs) * 1_000) / createsOfRound;
    },
    close: async () => {
      await api.close();
      rmSync(folder, { recursive: true });
    },
  };
}

const sortedOf = (values: readonly number[]): number[] => values.toSorted((a, b) => a - b);
const at = (values: readonly number[], index: number): number => sortedOf(values)[index] ?? NaN;
const median = (values: readonly number[]): number => at(values, Math.floor(values.length / 2));

/** Returns the 95 % confidence interval of the median, by the ranks of the normal approximation. */
function interval(values: readonly number[]): [from: number, to: number] {
  const half = (1.96 * Math.sqrt(values.length)) / 2;
  const low = Math.max(0, Math.floor(values.length / 2 - half));
  return [at(values, low), at(values, values.length - 1 - low)];
}

/** Runs rounds of both versions in turn. Returns the CPU time per request of each round, in microseconds. */
async function measure(open: (checkout: string) => Promise<Served>, earlier: string) {
  const [before, now] = [await open(earlier), await open(resolve('.'))];
  const seen: { before: number; now: number }[] = [];
  try {
    for (const { round } of [before, now]) await round(); // warms up the process
    for (let turn = 0; turn < rounds; turn += 1) {
      // Alternates which version comes first, so that neither gains from it.
      const order = turn % 2 === 0 ? [before, now] : [now, before];
      const [first, second] = [await order[0]?.round(), await order[1]?.round()];
      if (first === undefined || second === undefined) continue;
      seen.push(turn % 2 === 0 ? { before: first, now: second } : { before: second, now: first });
    }
  } finally {
    for (const { close } of [before, now]) await close();
  }
  return seen;
}

async function compare(open: (checkout: string) => Promise<Served>, earlier: string) {
  const seen = await measure(open, earlier);
  const ratios = seen.map(({ before, now }) => now / before);
  const [from, to] = interval(ratios);
  const ratio = median(ratios);
  return {
    'before, µs': median(seen.map(({ before }) => before)).toFixed(1),
    'now, µs': median(seen.map(({ now }) => now)).toFixed(1),
    ...{ ratio: ratio.toFixed(3), '95 % interval': `${from.toFixed(3)} to ${to.toFixed(3)}`, rounds: ratios.length },
    goal: `${goal} ${ratio <= goal ? 'met' : 'MISSED'}`,
  };
}

const earlier = process.env['BENCH_EARLIER'];
if (earlier === undefined) console.log('BENCH_EARLIER is not set: nothing to compare with');
else {
  if (phases.includes('get')) console.table({ 'GET /jobs/{job_id}, cached': await compare(openGet, resolve(earlier)) });
  if (phases.includes('create'))
    console.table({ 'create of an image ad': await compare(openCreate, resolve(earlier)) });
}
