import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { findBrowser } from '../../../src/stages/onboarding/browser/find-browser.ts';
import { chooseIsolation, type Isolation } from '../../../src/stages/onboarding/browser/isolation.ts';
import { launchBrowser, type OpenBrowser } from '../../../src/stages/onboarding/browser/launch.ts';

/** Facts that the kernel reported about the browsers of a test, just before each browser ended. */
export interface SeenBrowser {
  /** Processes that were left in the process namespace of a browser when it had ended. */
  left: number[];
  /** Counters of their network devices, as in `/proc/net/dev`: device name, and bytes and packets in both directions. */
  devices: string[][];
}

function childOf(pid: number): number {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim();
  return Number(children.split(' ')[0]);
}

function devicesOf(pid: number): string[][] {
  const lines = readFileSync(`/proc/${pid}/net/dev`, 'latin1').trim().split('\n').slice(2);
  return lines.map((line) => {
    const [name = '', received, packets, , , , , , , sent, sentPackets] = line.trim().split(/[:\s]+/);
    return [name, received ?? '', packets ?? '', sent ?? '', sentPackets ?? ''];
  });
}

/** Returns the browser of this machine and its isolation. Throws if one of them is missing. */
export async function localBrowser(): Promise<{ program: string; isolation: Isolation }> {
  const [program, isolation] = await Promise.all([findBrowser('', process.env['PATH'] ?? ''), chooseIsolation()]);
  if (program === undefined) throw new Error('No Chromium is installed. Run `make install`.');
  if (isolation === undefined) throw new Error('The browser needs `unshare` and user namespaces.');
  return { program, isolation };
}

/** Returns a function that starts the browser of this machine, and what the kernel reports about these browsers. */
export async function watchedBrowser(): Promise<{ open: OpenBrowser; seen: SeenBrowser }> {
  const { program, isolation } = await localBrowser();
  const seen: SeenBrowser = { left: [], devices: [] };
  const open: OpenBrowser = async () => {
    const browser = await launchBrowser({ program, isolation });
    const close = async (): Promise<void> => {
      const first = browser.pid === undefined ? undefined : childOf(browser.pid);
      const namespace = first === undefined ? undefined : readlinkSync(`/proc/${first}/ns/pid`);
      if (first !== undefined) seen.devices.push(...devicesOf(first));
      const closedTicks = uptimeTicks();
      await browser.close();
      // Another browser that starts meanwhile may get the number of this namespace.
      const left = namespace === undefined ? [] : processesIn(namespace);
      seen.left.push(...left.filter((pid) => startTicks(pid) < closedTicks));
    };
    return { ...browser, close };
  };
  return { open, seen };
}

/** Returns the time since the machine started, in ticks of a hundredth of a second. */
function uptimeTicks(): number {
  return Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]) * 100;
}

/** Returns the time at which a process started, in ticks since the machine started. Infinity if the process has ended. */
function startTicks(pid: number): number {
  try {
    const [, fields = ''] = /\) (.*)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? [];
    return Number(fields.split(' ')[19]);
  } catch {
    return Infinity;
  }
}

/** Returns the ids of the processes in a process namespace. */
function processesIn(namespace: string): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((pid) => {
    try {
      return namespace === readlinkSync(`/proc/${pid}/ns/pid`);
    } catch {
      return false; // The process has ended.
    }
  });
}
