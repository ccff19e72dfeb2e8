/**
 * GET /jobs/{id} of a finished job in memory: the API as it is shipped, against node:http that does the same hash, window,
 * headers and metrics and nothing else, and against an Express application with the usual middleware. Each is a process of
 * its own; rounds are interleaved, and the ratios are of medians.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { z } from 'zod';
import { apiKey, jobs } from './get-job/fixture.ts';

const rounds = 7;
const roundSeconds = 2;
const connections = 32;
const names = ['adwright', 'bare', 'stock-express'] as const;
const goals = { bare: 0.9, 'stock-express': 5 };

interface Server {
  child: ChildProcess;
  port: number;
}

const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));

async function start(name: string): Promise<Server> {
  const log = openSync(join(folder, `${name}.log`), 'w');
  const child = fork(join(import.meta.dirname, 'get-job', `${name}.ts`), { stdio: ['ignore', 'ignore', log, 'ipc'] });
  closeSync(log);
  const [address] = (await once(child, 'message')) as unknown[];
  return { child, port: z.object({ port: z.number() }).parse(address).port };
}

interface Round {
  perSecond: number;
  /** Of the server's own processor time. */
  microseconds: number;
}

async function round({ child, port }: Server): Promise<Round> {
  const beforeMs = cpuMs(child);
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections,
    duration: roundSeconds,
    requests: jobs
      .slice(0, 100)
      .map(({ job_id: id }) => ({ path: `/jobs/${id}`, headers: { 'X-API-Key': apiKey.secret } })),
  });
  if (result['2xx'] === 0 || result.non2xx > 0 || result.errors > 0)
    throw new Error(`Not all were answered: ${JSON.stringify(result)}`);
  return { perSecond: result.requests.average, microseconds: ((cpuMs(child) - beforeMs) * 1_000) / result['2xx'] };
}

function cpuMs({ pid = 0 }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const servers = new Map<string, Server>();
const seen = new Map<string, Round[]>(names.map((name) => [name, []]));
try {
  for (const name of names) servers.set(name, await start(name));
  for (const server of servers.values()) await round(server); // to be warm
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [name, server] of servers) seen.get(name)?.push(await round(server));
  }
} finally {
  for (const { child } of servers.values()) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
}

const of = (name: string, what: keyof Round): number => median((seen.get(name) ?? []).map((one) => one[what]));
console.table(
  Object.fromEntries(
    names.map((name) => [
      name,
      { 'requests/s': of(name, 'perSecond').toFixed(0), 'µs of its processor': of(name, 'microseconds').toFixed(1) },
    ]),
  ),
);
console.table(
  Object.fromEntries(
    Object.entries(goals).map(([name, goal]) => {
      const ratios = (seen.get('adwright') ?? []).map(
        (one, turn) => one.perSecond / (seen.get(name)?.[turn]?.perSecond ?? NaN),
      );
      const ratio = median(ratios);
      return [
        `adwright to ${name}`,
        {
          ratio: ratio.toFixed(2),
          from: Math.min(...ratios).toFixed(2),
          to: Math.max(...ratios).toFixed(2),
          'by processor time': (of(name, 'microseconds') / of('adwright', 'microseconds')).toFixed(2),
          goal: `${goal} ${ratio >= goal ? 'met' : 'MISSED'}`,
        },
      ];
    }),
  ),
);
