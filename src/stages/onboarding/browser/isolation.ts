import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** How the browser is isolated from the rest of the machine. */
export interface Isolation {
  kind: 'namespaces' | 'user-namespaces' | 'process-group';
  /** Program and arguments that start the browser. Empty if the browser is started directly. */
  prefix: readonly string[];
  /**
   * Folder for the files of the browser that only the browser sees and that disappears with it. Undefined if the files
   * are in a temporary folder.
   */
  folder: string | undefined;
}

/** Id of a Linux user that owns no files. */
const unprivileged = 65_534;

/**
 * Arguments of `unshare`. They create a network namespace without connections, and a process namespace: when the first
 * process of the namespace is killed, the kernel kills all others. With `--kill-child`, the kernel kills the first
 * process when `unshare` dies.
 */
const namespaces = ['--net', '--ipc', '--pid', '--fork', '--kill-child', '--mount-proc'];

/** Command that runs its arguments, and lets the kernel kill them when this process dies, however it dies. */
const untilParentDies = ['setpriv', '--pdeathsig=KILL', '--'];

/**
 * Command that mounts an empty folder in memory over `/tmp`, which only the processes of the namespace see, and then
 * runs its arguments.
 */
const withOwnFolder = ['sh', '-c', 'mount -t tmpfs -o mode=1777,size=512m,nosuid,nodev tmpfs /tmp && exec "$@"', 'sh'];

/**
 * Isolation if this process runs as root. Chromium refuses to run its sandbox as root, so it is started as a user
 * without privileges.
 */
const asRoot: Isolation = {
  kind: 'namespaces',
  prefix: [
    ...untilParentDies,
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
    '--pdeathsig=KILL', // Changing the user clears the signal of `--kill-child`, so it is set again.
    '--',
  ],
  folder: '/tmp',
};

const asUser: Isolation = {
  kind: 'user-namespaces',
  prefix: [...untilParentDies, 'unshare', '--user', '--map-current-user', ...namespaces, '--'],
  folder: undefined,
};

const asProcessGroup: Isolation = { kind: 'process-group', prefix: [], folder: undefined };

/**
 * Reports whether `prefix` can start a program, and whether that program may create the namespaces that the sandbox of
 * Chromium needs.
 */
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
 * Returns how the browser can be isolated on this machine. Returns undefined if the browser must not run: on Linux
 * without the namespaces that Chromium's sandbox needs, or as root on another system.
 */
export async function chooseIsolation(
  platform: NodeJS.Platform = process.platform,
  uid = process.getuid?.(),
): Promise<Isolation | undefined> {
  if (platform !== 'linux') return uid === 0 ? undefined : asProcessGroup;
  const candidate = uid === 0 ? asRoot : asUser;
  return (await works(candidate)) ? candidate : undefined;
}
