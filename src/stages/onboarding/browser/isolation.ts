import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How the browser is started. */
export interface Isolation {
  kind: 'namespaces' | 'user-namespaces' | 'process-group';
  /** Program and arguments before the browser. Empty if the browser is started directly. */
  prefix: readonly string[];
  /** Folder that exists only for the browser and ends with it. Undefined: the files are in a temporary folder. */
  folder: string | undefined;
}

/** Number of the Linux user who owns no file. */
const unprivileged = 65_534;

/**
 * An empty network namespace, and a process namespace: when its first process is killed, the kernel kills all its
 * processes. The signal of `--kill-child` kills the first process when this process dies.
 */
const namespaces = ['--net', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Replaces `/tmp` by an empty folder in memory, which only the processes of the namespace see. */
const withOwnFolder = ['sh', '-c', 'mount -t tmpfs -o mode=1777,size=512m,nosuid,nodev tmpfs /tmp && exec "$@"', 'sh'];

/** As root, Chromium refuses its sandbox. It therefore runs as a user without privileges. */
const asRoot: Isolation = {
  kind: 'namespaces',
  prefix: [
    'unshare',
    ...namespaces,
    '--',
    ...withOwnFolder,
    'setpriv',
    `--reuid=${unprivileged}`,
    `--regid=${unprivileged}`,
    '--clear-groups',
    '--no-new-privs',
    '--bounding-set=-all',
    '--pdeathsig=KILL', // The change of the user has cleared the signal of `--kill-child`.
    '--',
  ],
  folder: '/tmp',
};

const asUser: Isolation = {
  kind: 'user-namespaces',
  prefix: ['unshare', '--user', '--map-current-user', ...namespaces, '--'],
  folder: undefined,
};

const asProcessGroup: Isolation = { kind: 'process-group', prefix: [], folder: undefined };

/** Reports whether `prefix` can start a program, and whether that program may make the namespaces of a sandbox. */
async function works({ prefix: [program, ...args] }: Isolation): Promise<boolean> {
  if (program === undefined) return true;
  try {
    await run(program, [...args, 'unshare', '--user', '--pid', '--fork', 'true'], { timeout: 5_000 });
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns how the browser can be isolated on this machine, or undefined if it must not run here: as root without another
 * user, or on Linux without the namespaces that Chromium's sandbox needs.
 */
export async function chooseIsolation(
  platform: NodeJS.Platform = process.platform,
  uid = process.getuid?.(),
): Promise<Isolation | undefined> {
  if (platform !== 'linux') return uid === 0 ? undefined : asProcessGroup;
  const candidate = uid === 0 ? asRoot : asUser;
  return (await works(candidate)) ? candidate : undefined;
}
