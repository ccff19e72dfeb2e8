/**
 * Compares reading a page in the browser with a bare `chromium-headless-shell --dump-dom` of the same page: time, CPU
 * time of all processes, and memory. The rounds are interleaved. Goals: at most 2 times the time and the CPU time, and
 * at most 700 MB.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { pino } from 'pino';
import { parseAllowList } from '../../src/domain/address-rule.ts';
import { Guard } from '../../src/egress/guard.ts';
import { GuardedEgress } from '../../src/egress/guarded-egress.ts';
import { BrowserReader } from '../../src/stages/onboarding/readers/browser.ts';
import { findBrowser } from '../../src/stages/onboarding/browser/find-browser.ts';
import { chooseIsolation } from '../../src/stages/onboarding/browser/isolation.ts';
import { launchBrowser } from '../../src/stages/onboarding/browser/launch.ts';
import { browserMemory } from '../../src/stages/onboarding/browser/watchdog.ts';
import { treeOf } from '../../src/processes/proc-tree.ts';
import { openPage } from '../../src/stages/onboarding/open-page.ts';
import { serveSite } from '../support/brands/site-server.ts';

const rounds = 5;
const sites = ['shopify', 'bootstrap', 'webflow', 'woocommerce'];
const tickMs = 10;

interface Cost {
  ms: number;
  cpuMs: number;
  mebibytes: number;
}

/** CPU time of a process in clock ticks, without its children. */
function ticksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'latin1')
      .replace(/^.*\) /s, '')
      .split(' ');
    return Number(fields[11]) + Number(fields[12]);
  } catch {
    return 0;
  }
}

/** CPU time that the sampling itself has taken. */
let samplingMs = 0;

/** Samples CPU time and memory of a process and its descendants until the returned function is called. */
function watchTree(pid: number): () => Omit<Cost, 'ms'> {
  const ticks = new Map<number, number>();
  let bytes = 0;
  const sample = (): void => {
    const own = process.cpuUsage();
    for (const each of treeOf(pid)) ticks.set(each, Math.max(ticks.get(each) ?? 0, ticksOf(each)));
    bytes = Math.max(bytes, browserMemory(pid));
    const { user, system } = process.cpuUsage(own);
    samplingMs += (user + system) / 1_000;
  };
  const timer = setInterval(sample, tickMs);
  return () => {
    sample();
    clearInterval(timer);
    const all = [...ticks.values()].reduce((sum, each) => sum + each, 0);
    return { cpuMs: all * 10, mebibytes: bytes / 1024 / 1024 };
  };
}

async function bare(program: string, url: string): Promise<Cost> {
  const startMs = performance.now();
  const child = spawn(program, ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', url], { stdio: 'ignore' });
  await once(child, 'spawn');
  const stop = watchTree(child.pid ?? 0);
  await once(child, 'exit');
  return { ms: performance.now() - startMs, ...stop() };
}

async function ours(program: string, url: string): Promise<Cost> {
  const isolation = await chooseIsolation();
  if (isolation === undefined) throw new Error('The browser cannot be isolated here.');
  const egress = new GuardedEgress({ guard: new Guard({ allow: parseAllowList('127.0.0.0/8:*') }), version: 'bench' });
  const fetched = await egress.fetch(url, { bytesMax: 5e6, timeoutMs: 5_000 });
  const page = openPage(fetched, 'brand');
  if (page === undefined) throw new Error(`${url} is not a page.`);
  let tree: Omit<Cost, 'ms'> = { cpuMs: 0, mebibytes: 0 };
  const open = async () => {
    const browser = await launchBrowser({ program, isolation });
    const stop = watchTree(browser.pid ?? 0);
    const close = async (): Promise<void> => {
      tree = stop();
      await browser.close();
    };
    return { ...browser, close };
  };
  const own = process.cpuUsage();
  samplingMs = 0;
  const startMs = performance.now();
  const reader = new BrowserReader({ open, timeoutMs: 20_000 });
  const signal = new AbortController().signal;
  const { kind } = await reader.read(page, { egress, signal, logger: pino({ level: 'silent' }) });
  if (kind !== 'read') throw new Error(`${url} was not read.`);
  const { user, system } = process.cpuUsage(own);
  return { ms: performance.now() - startMs, ...tree, cpuMs: tree.cpuMs + (user + system) / 1_000 - samplingMs };
}

const median = (all: number[]): number => all.toSorted((one, other) => one - other)[Math.floor(all.length / 2)] ?? 0;
const program = await findBrowser('', process.env['PATH'] ?? '');
if (program === undefined) throw new Error('No Chromium is installed.');
const ratios: [number, number][] = [];
for (const name of sites) {
  const site = await serveSite(name);
  const costs: Record<'bare' | 'ours', Cost[]> = { bare: [], ours: [] };
  for (let round = 0; round < rounds; round += 1) {
    costs.bare.push(await bare(program, `${site.origin}/`));
    costs.ours.push(await ours(program, `${site.origin}/`));
  }
  await site.close();
  const [of, to] = [costs.ours, costs.bare].map((all) => ({
    ms: median(all.map(({ ms }) => ms)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
    mebibytes: median(all.map(({ mebibytes }) => mebibytes)),
  }));
  if (of === undefined || to === undefined) continue;
  ratios.push([of.ms / to.ms, of.cpuMs / to.cpuMs]);
  const line = (cost: Cost): string =>
    `${Math.round(cost.ms)} ms, CPU ${Math.round(cost.cpuMs)} ms, ${Math.round(cost.mebibytes)} MiB`;
  console.log(`${name}: browser ${line(of)}; bare ${line(to)}`);
}
const [time, cpu] = [0, 1].map((at) => median(ratios.map((each) => each[at] ?? 0)).toFixed(2));
console.log(`median ratio: time ${time ?? ''}, CPU time ${cpu ?? ''}`);
