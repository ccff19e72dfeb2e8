import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findBrowser } from '../../../src/stages/onboarding/browser/find-browser.ts';
import { browserFlags } from '../../../src/browser/browser-flags.ts';
import { chooseIsolation } from '../../../src/stages/onboarding/browser/isolation.ts';

const source = fileURLToPath(new URL('../../../scripts/browser-door/browser-door.c', import.meta.url));

export interface Door {
  socket: string;
  /** Ends the first process of the container, as the kernel does when memory is short. */
  kill(): void;
  close(): Promise<void>;
}

/**
 * Runs `scripts/browser-door` as the first process of namespaces of its own, as in the container of the browser.
 * `program` is started for each connection. Default: the Chromium of this machine.
 */
export async function openDoor(program?: readonly [string, ...string[]]): Promise<Door> {
  const isolation = await chooseIsolation();
  if (isolation === undefined) throw new Error('The test needs `unshare` and user namespaces.');
  // Not below /tmp, over which an isolation as root mounts another folder.
  const folder = mkdtempSync('/var/tmp/browser-door-');
  const [door, socket, files] = ['door', 'socket', 'files'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(files);
  for (const each of [folder, files]) chmodSync(each, 0o777);
  execFileSync('cc', ['-O2', '-Wall', '-Wextra', '-Werror', '-o', door, source]);
  const [name, ...args] = program ?? (await chromium(files));
  const [first = door, ...rest] = [...isolation.prefix, door, name, socket, files, ...args];
  const child = spawn(first, rest, { stdio: ['ignore', 'ignore', 'inherit'] });
  await once(child, 'spawn');
  return {
    socket,
    kill: () => {
      killed(child);
    },
    close: () => closed(child, folder),
  };
}

async function chromium(files: string): Promise<readonly [string, ...string[]]> {
  const program = await findBrowser('', process.env['PATH'] ?? '');
  if (program === undefined) throw new Error('No Chromium is installed. Run `make install`.');
  return [program, ...browserFlags({ profile: join(files, 'profile'), sandbox: true })];
}

/** Kills `unshare`, and thereby the first process of the namespace. The kernel then kills all others. */
function killed(child: ChildProcess): void {
  child.kill('SIGKILL');
}

async function closed(child: ChildProcess, folder: string): Promise<void> {
  const isRunning = child.exitCode === null && child.signalCode === null;
  if (isRunning) {
    const exit = once(child, 'exit');
    killed(child);
    await exit;
  }
  rmSync(folder, { recursive: true, force: true });
}
