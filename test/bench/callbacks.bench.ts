/**
 * Measures how fast and how safely the controllers of a local installation deliver callbacks. The receivers run in
 * another process. `BENCH_PHASES=rate,burst,hostile` chooses the phases. The phase `hostile` needs root, because it
 * runs in a network namespace.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { z } from 'zod';
import { CallableChild } from '../support/process/child-calls.ts';
import { metadataAddress } from '../support/callbacks/hostile-receivers.ts';
import {
  attemptConnection,
  countedConnections,
  isInNamespace,
  receiverRanges,
  runInNamespace,
  setUpNamespace,
} from './callbacks/network-namespace.ts';

const Times = z.array(z.tuple([z.string(), z.number()]));
type Times = z.infer<typeof Times>;
const Names = z.array(z.string());
const Numbers = z.array(z.number());
const Span = z.object({ startMs: z.number(), endMs: z.number() });
const Urls = z.object({ healthy: Names, slow: Names, hanging: Names, refusing: Names });
const HostileUrls = z.object({ urls: Names, nameServer: z.string() });
const Jobs = z.array(z.object({ name: z.string(), id: z.string() }));
type Jobs = z.infer<typeof Jobs>;
const Deliveries = z.array(z.object({ state: z.string(), attempts: z.number() }));
type Deliveries = z.infer<typeof Deliveries>;

/** Settings of node as in the chart and the image. */
const execArgv = ['--max-semi-space-size=8', '--max-old-space-size=256', '--disable-warning=ExperimentalWarning'];
const environment = { ...process.env, MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' };

const rateGoalMs = 500;
const ratioGoal = 3;
const growthGoalMib = 20;
const burstRounds = 9;

/** Folder of the data: in memory if possible, because other programs use the disk, too. */
const dataRoot = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** The processes of the benchmark: one with the controllers, one with the receivers. */
class Rig {
  readonly receivers = new CallableChild(new URL('./callbacks/receivers.ts', import.meta.url));
  readonly controllers = new CallableChild(new URL('../support/callbacks/callback-process.ts', import.meta.url), {
    execArgv,
    env: environment,
  });
  readonly #folder = mkdtempSync(join(dataRoot, 'adwright-bench-'));

  async open(egressAllow: string, nameServer?: string): Promise<void> {
    await this.controllers.call('open', z.undefined(), { folder: this.#folder, egressAllow, nameServer });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all([this.receivers.kill(), this.controllers.kill()]);
    rmSync(this.#folder, { recursive: true });
  }

  /** Creates `count` jobs, with these callback URLs in turn. */
  createJobs(count: number, urls: readonly string[]): Promise<Jobs> {
    const all = Array.from({ length: count }, (_, n) => urls[n % urls.length] ?? '');
    return this.controllers.call('createJobs', Jobs, all);
  }

  async arrivalsOf(count: number): Promise<Times> {
    const arrivals: Times = [];
    while (new Set(arrivals.map(([id]) => id)).size < count) {
      await pause(50);
      arrivals.push(...(await this.takeArrivals()));
    }
    return arrivals;
  }

  takeArrivals(): Promise<Times> {
    return this.receivers.call('takeArrivals', Times);
  }

  /** Waits until each callback has had an attempt. Returns the deliveries. */
  async attempted(names: readonly string[]): Promise<Deliveries> {
    for (;;) {
      const deliveries = await this.controllers.call('deliveries', Deliveries, names);
      if (deliveries.every(({ attempts }) => attempts > 0)) return deliveries;
      await pause(2_000);
    }
  }

  residentMib(): number {
    const kib = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${this.controllers.pid}/status`, 'utf8'))?.[1];
    return Number(kib) / 1_024;
  }
}

/** Writes 50 final statuses per second for 30 s. Some of the callbacks go to dead and slow receivers. */
async function rate(): Promise<void> {
  const [perSecond, seconds] = [50, 30];
  await using rig = new Rig();
  await rig.open('127.0.0.0/8:*');
  const urls = await rig.receivers.call('start', Urls, { healthy: 36, slow: 2, hanging: 1, refusing: 1 });
  const all = [...urls.healthy, ...urls.slow, ...urls.hanging, ...urls.refusing];
  const jobs = await rig.createJobs(perSecond * seconds, all);
  const names = jobs.map(({ name }) => name);
  const accepted = await rig.controllers.call('endAtRate', Numbers, { names, perSecond });
  await pause(3_000);
  const acceptedMs = new Map(jobs.map(({ id }, index) => [id, accepted[index] ?? NaN]));
  const arrivals = await rig.takeArrivals();
  const expected = jobs.filter((_, index) => index % all.length < urls.healthy.length).length;
  const arrived = new Set(arrivals.map(([id]) => id)).size;
  const delays = sorted(arrivals.map(([id, atMs]) => atMs - (acceptedMs.get(id) ?? NaN)));
  const p99 = quantile(delays, 0.99);
  console.table({
    [`${perSecond} a second, ms until the arrival`]: {
      arrived: `${arrived} of ${expected}`,
      twice: arrivals.length - arrived,
      p50: quantile(delays, 0.5).toFixed(1),
      p99: p99.toFixed(1),
      max: quantile(delays, 1).toFixed(1),
      goal: `p99 ${rateGoalMs} ${p99 < rateGoalMs && arrived === expected ? 'met' : 'MISSED'}`,
    },
  });
}

/** Writes 1,000 final statuses at once. For comparison, a simple loop signs and posts the same callbacks. */
async function burst(): Promise<void> {
  await using rig = new Rig();
  await rig.open('127.0.0.0/8:*');
  const { healthy } = await rig.receivers.call('start', Urls, { healthy: 40, slow: 0, hanging: 0, refusing: 0 });
  const cpuMs = () => rig.controllers.call('cpuMs', z.number());
  const rounds: Record<'arrivalMs' | 'loopMs' | 'loopArrivalMs' | 'ratio' | 'arrivalRatio' | 'cpuRatio', number>[] = [];
  for (let round = 1; round <= burstRounds; round += 1) {
    const names = (await rig.createJobs(1_000, healthy)).map(({ name }) => name);
    await pause(2_000); // until the controllers are idle
    const accepted = await rig.controllers.call('endAll', Numbers, names);
    const endedCpuMs = await cpuMs();
    const arrivalMs = last(await rig.arrivalsOf(names.length)) - Math.max(...accepted);
    const sentCpuMs = await cpuMs();
    await pause(3_000); // until the results of the deliveries are stored
    const idleCpuMs = await cpuMs();
    const loop = await rig.controllers.call('postBare', Span, names);
    const loopArrivalMs = last(await rig.arrivalsOf(names.length)) - loop.startMs;
    const loopMs = loop.endMs - loop.startMs;
    const cpuRatio = (sentCpuMs - endedCpuMs) / ((await cpuMs()) - idleCpuMs);
    const ratios = { ratio: arrivalMs / loopMs, arrivalRatio: arrivalMs / loopArrivalMs, cpuRatio };
    rounds.push({ arrivalMs, loopMs, loopArrivalMs, ...ratios });
  }
  const median = (name: keyof (typeof rounds)[number]) => quantile(sorted(rounds.map((round) => round[name])), 0.5);
  console.log(`ratios of ${burstRounds} rounds: ${rounds.map(({ ratio }) => ratio.toFixed(2)).join(' ')}`);
  console.table({
    '1,000 at once, medians': {
      'ms until the last arrival': median('arrivalMs').toFixed(0),
      'ms of a bare loop': median('loopMs').toFixed(0),
      ratio: median('ratio').toFixed(2),
      goal: `${ratioGoal} ${median('ratio') <= ratioGoal ? 'met' : 'MISSED'}`,
      'ms until the last arrival of the loop': median('loopArrivalMs').toFixed(0),
      'ratio of the arrivals': median('arrivalRatio').toFixed(2),
      'ratio of the CPU times': median('cpuRatio').toFixed(2),
    },
  });
}

/** Delivers 3,000 callbacks to hostile receivers, in a network namespace in which the kernel counts connections. */
async function hostile(): Promise<void> {
  if (!isInNamespace()) {
    runInNamespace({ BENCH_PHASES: 'hostile' });
    return;
  }
  setUpNamespace();
  await using rig = new Rig();
  const { urls, nameServer } = await rig.receivers.call('startHostile', HostileUrls);
  await rig.open(`${receiverRanges.ipv4}:* [${receiverRanges.ipv6}]:*`, nameServer);
  const mib: number[] = [];
  const states: string[] = [];
  for (let batch = 1; batch <= 3; batch += 1) {
    const names = (await rig.createJobs(1_000, urls)).map(({ name }) => name);
    await rig.controllers.call('endAll', Numbers, names);
    states.push(...(await rig.attempted(names)).map(({ state }) => state));
    mib.push(rig.residentMib());
  }
  const counted = countedConnections();
  await attemptConnection(metadataAddress);
  if (countedConnections().forbidden !== counted.forbidden + 1) throw new Error('the kernel counted no connection');
  const growth = (mib[2] ?? NaN) - (mib[1] ?? NaN);
  console.table({
    [`3 x 1,000 deliveries to ${urls.length} hostile receivers`]: {
      'MiB resident after each': mib.map((one) => one.toFixed(0)).join(', '),
      'growth by the third': `${growth.toFixed(0)}, goal ${growthGoalMib} ${growth <= growthGoalMib ? 'met' : 'MISSED'}`,
      states: `${countOf(states, 'delivered')} delivered, ${countOf(states, 'gone')} gone, ${countOf(states, 'pending')} pending`,
      connections: counted.allowed,
      'to forbidden addresses': `${counted.forbidden}, goal 0 ${counted.forbidden === 0 ? 'met' : 'MISSED'}`,
    },
  });
}

function countOf(states: readonly string[], wanted: string): number {
  return states.filter((state) => state === wanted).length;
}

function last(times: Times): number {
  return Math.max(...times.map(([, ms]) => ms));
}

function sorted(values: readonly number[]): number[] {
  return values.toSorted((a, b) => a - b);
}

function quantile(ascending: readonly number[], part: number): number {
  return ascending[Math.min(ascending.length - 1, Math.floor(ascending.length * part))] ?? NaN;
}

const phases: Record<string, () => Promise<void>> = { rate, burst, hostile };
const wanted = (process.env['BENCH_PHASES'] ?? Object.keys(phases).join()).split(',');
for (const [name, phase] of Object.entries(phases)) if (wanted.includes(name)) await phase();
