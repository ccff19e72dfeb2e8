import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import type { Logger } from 'pino';
import type { BrowserStreams } from './devtools.ts';
import { browserFlags } from '../../../browser/browser-flags.ts';
import type { Isolation } from './isolation.ts';
import { groupEnd, killGroup, killProcess } from './process-group.ts';

/** A running browser. */
export interface Browser extends BrowserStreams {
  /** Id of the first process of the browser, for measuring its memory. Undefined if the browser is no child process. */
  pid: number | undefined;
  /** Kills all processes of the browser and removes its files. Never rejects, and may be called more than once. */
  close(): Promise<void>;
}

/** Starts a browser that reads one page. Throws if it cannot be started. */
export type OpenBrowser = () => Promise<Browser>;

export interface LaunchOptions {
  program: string;
  isolation: Isolation;
  temporaryFolder?: string;
  /** Receives the error output of the browser, which is otherwise dropped. */
  onError?: (text: string) => void;
  /** Receives a warning if the browser was closed but has not ended. */
  logger?: Pick<Logger, 'warn'>;
}

/**
 * Starts Chromium as a child process with a folder of its own for all its files. The child process does not inherit the
 * environment variables of this process, which may be secret.
 *
 * Guarantee: when `close` resolves, all processes of the browser were killed, and its folder is removed. In namespaces,
 * they have ended. Without namespaces, `close` waits at most one second for them and then logs a warning. If this
 * process dies, the kernel kills the browser (see `Isolation`), or the browser exits because the pipe to it closes.
 */
export async function launchBrowser(options: LaunchOptions): Promise<Browser> {
  const { isolation, temporaryFolder = tmpdir() } = options;
  if (isolation.folder !== undefined) return browserOf(await start(options, isolation.folder), options);
  const folder = await mkdtemp(join(temporaryFolder, 'browser-'));
  try {
    return browserOf(await start(options, folder), options, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}

async function start(options: LaunchOptions, folder: string): Promise<ChildProcess> {
  const { program, isolation, onError } = options;
  const { kind, prefix } = isolation;
  const command = [...prefix, program, ...browserFlags({ profile: join(folder, 'profile'), sandbox: true })];
  const [file = program, ...args] = command;
  const child = spawn(file, args, {
    cwd: '/',
    env: { HOME: folder, TMPDIR: folder, PATH: '/usr/sbin:/usr/bin:/sbin:/bin' },
    stdio: ['ignore', 'ignore', onError === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    // In namespaces, the browser stays in the process group of the stage, and the launcher of stages kills the group.
    detached: kind === 'process-group',
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => onError?.(text));
  await once(child, 'spawn');
  return child;
}

function browserOf(child: ChildProcess, { isolation, logger }: LaunchOptions, folder?: string): Browser {
  const [input, output] = [child.stdio[3], child.stdio[4]];
  if (!(input instanceof Writable) || !(output instanceof Readable)) throw new Error('The browser has no pipe.');
  child.on('error', () => undefined); // The end of the process is reported by the streams.
  const exited = new Promise<void>((resolve) => {
    child.once('exit', () => {
      resolve();
    });
  });
  const close = async (): Promise<void> => {
    kill(child, isolation.kind);
    await exited;
    if (isolation.kind === 'process-group') await warnOfLeftProcesses(child, logger);
    for (const stream of [input, output]) stream.on('error', () => undefined).destroy();
    if (folder !== undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  };
  let closing: Promise<void> | undefined;
  return { input, output, pid: child.pid, close: () => (closing ??= close()) };
}

/**
 * Kills all processes of the browser. In a process namespace, only the first process is killed: the kernel then kills
 * the others, and `unshare`, the parent of the first process, exits when all of them have ended. Without namespaces, as on
 * macOS, the browser leads a process group of its own, and the whole group is killed.
 */
function kill({ pid }: ChildProcess, kind: Isolation['kind']): void {
  if (pid === undefined) return;
  if (kind === 'process-group') killGroup(pid);
  else for (const target of childrenOf(pid)) killProcess(target);
}

async function warnOfLeftProcesses({ pid }: ChildProcess, logger: LaunchOptions['logger']): Promise<void> {
  if (pid === undefined || (await groupEnd(pid))) return;
  logger?.warn({ group: pid }, 'processes of the browser are left in its process group after they were killed');
}

function childrenOf(pid: number): number[] {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1');
    return children.trim() === '' ? [pid] : children.trim().split(' ').map(Number);
  } catch {
    return [pid];
  }
}
