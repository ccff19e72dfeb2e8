import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { findBrowser } from '../../src/stages/onboarding/browser/find-browser.ts';
import { chooseIsolation } from '../../src/stages/onboarding/browser/isolation.ts';
import { launchBrowser, type OpenBrowser } from '../../src/stages/onboarding/browser/launch.ts';

/** What the kernel reported about the browsers of a test, just before each of them ended. */
export interface SeenBrowser {
  /** Process namespaces of the browsers. */
  namespaces: string[];
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

/** Returns a function that starts the browser of this machine, and what the kernel reports about these browsers. */
export async function watchedBrowser(): Promise<{ open: OpenBrowser; seen: SeenBrowser }> {
  const [program, isolation] = await Promise.all([findBrowser('', process.env['PATH'] ?? ''), chooseIsolation()]);
  if (program === undefined) throw new Error('No Chromium is installed. Run `make install`.');
  if (isolation === undefined) throw new Error('The browser needs `unshare` and user namespaces.');
  const seen: SeenBrowser = { namespaces: [], devices: [] };
  const open: OpenBrowser = async () => {
    const browser = await launchBrowser({ program, isolation });
    const close = async (): Promise<void> => {
      if (browser.pid !== undefined) {
        const first = childOf(browser.pid);
        seen.namespaces.push(readlinkSync(`/proc/${first}/ns/pid`));
        seen.devices.push(...devicesOf(first));
      }
      await browser.close();
    };
    return { ...browser, close };
  };
  return { open, seen };
}

/** Returns the ids of processes in one of the process namespaces. */
export function processesIn(namespaces: string[]): number[] {
  const ids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return ids.map(Number).filter((pid) => {
    try {
      return namespaces.includes(readlinkSync(`/proc/${pid}/ns/pid`));
    } catch {
      return false; // The process has ended.
    }
  });
}
