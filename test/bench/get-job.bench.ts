/**
 * Measures `GET /jobs/{id}` of a cached finished job. The API as shipped is compared with two servers: one on bare
 * node:http that does the same hashing, rate limiting, headers and metrics and nothing else, and an Express application
 * with the usual middleware. The server on node:http writes no log, so the API is also measured without its log. The
 * API is also measured without its fast path, when the same work goes through Express. Each server is a process. The
 * servers are measured in turn, round by round, and each ratio is the median of the ratios of the rounds.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { z } from 'zod';
import { apiKey, jobs } from './get-job/fixture.ts';

const rounds = 11;
const roundSeconds = 2;
const connections = 32;

/** File in `get-job` and arguments of each server. */
const kinds = {
  'adwright as shipped': ['adwright'],
  'adwright without its log': ['adwright', 'silent'],
  'adwright through its router': ['adwright', 'router'],
  'bare node:http': ['bare'],
  'stock Express': ['stock-express'],
} satisfies Record<string, [file: string, ...args: string[]]>;
type Name = keyof typeof kinds;
const names: readonly Name[] = [
  'adwright as shipped',
  'adwright without its log',
  'adwright through its router',
  'bare node:http',
  'stock Express',
];

/**
 * Pairs of servers to compare, with the goal for their ratio. The last pair has no goal: it shows by how much any
 * server on node:http can be faster than that Express application.
 */
const comparisons: readonly (readonly [one: Name, other: Name, goal?: number])[] = [
  ['adwright without its log', 'bare node:http', 0.9],
  ['adwright as shipped', 'bare node:http'],
  ['adwright as shipped', 'stock Express', 5],
  ['adwright as shipped', 'adwright through its router'],
  ['bare node:http', 'stock Express'],
];

interface Server {
  child: ChildProcess;
  port: number;
}

const folder = mkdtempSync(join(tmpdir(), 'adwright-bench-'));

async function start(name: Name): Promise<Server> {
  const [file, ...args] = kinds[name];
  const log = openSync(join(folder, `${name.replaceAll(/\W/g, '-')}.log`), 'w');
  const stdio = ['ignore' as const, 'ignore' as const, log, 'ipc' as const];
  const child = fork(join(import.meta.dirname, 'get-job', `${file}.ts`), args, { stdio });
  closeSync(log);
  const [address] = (await once(child, 'message')) as unknown[];
  return { child, port: z.object({ port: z.number() }).parse(address).port };
}

interface Round {
  perSecond: number;
  /** CPU time of the server per request, in microseconds. */
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
    throw new Error(`not all requests were answered with 2xx: ${JSON.stringify(result)}`);
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

const servers = new Map<Name, Server>();
const seen = new Map<Name, Round[]>(names.map((name) => [name, []]));
try {
  for (const name of names) servers.set(name, await start(name));
  for (const server of servers.values()) await round(server); // warms up the server
  for (let turn = 0; turn < rounds; turn += 1) {
    for (const [name, server] of servers) seen.get(name)?.push(await round(server));
  }
} finally {
  for (const { child } of servers.values()) child.kill('SIGKILL');
  rmSync(folder, { recursive: true });
}

const of = (name: Name): Round[] => seen.get(name) ?? [];
console.table(
  Object.fromEntries(
    names.map((name) => [
      name,
      {
        'requests/s': median(of(name).map(({ perSecond }) => perSecond)).toFixed(0),
        'CPU µs per request': median(of(name).map(({ microseconds }) => microseconds)).toFixed(1),
      },
    ]),
  ),
);

/** Compares two servers round by round, because the load of the machine changes between rounds. */
function compared([one, other, goal]: (typeof comparisons)[number]): Record<string, string> {
  const ratios = (what: (round: Round) => number): number[] =>
    of(one).map((round, turn) => what(round) / what(of(other)[turn] ?? round));
  const byRate = ratios(({ perSecond }) => perSecond);
  const ratio = median(byRate);
  return {
    ratio: ratio.toFixed(2),
    from: Math.min(...byRate).toFixed(2),
    to: Math.max(...byRate).toFixed(2),
    'by CPU time': median(ratios(({ microseconds }) => 1 / microseconds)).toFixed(2),
    goal: goal === undefined ? '' : `${goal} ${ratio >= goal ? 'met' : 'MISSED'}`,
  };
}
console.table(Object.fromEntries(comparisons.map((pair) => [`${pair[0]} to ${pair[1]}`, compared(pair)])));
