import { execFileSync, spawnSync } from 'node:child_process';

const succeeds = (command: string, args: string[]): boolean => spawnSync(command, args).status === 0;
const hasPip = (): boolean => succeeds('python3', ['-m', 'pip', '--version']);

/** Installs pip if it is missing, on Debian as root. Elsewhere throws an error that names the package. */
export function ensurePip(): void {
  if (hasPip()) return;
  if (process.getuid?.() !== 0 || !succeeds('apt-get', ['--version'])) {
    throw new Error('pip is missing. Install Python 3 with pip (Debian: python3-pip), then run this again.');
  }
  console.log('Installing python3-pip from the distribution ...');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update');
  apt('install', '-y', '--no-install-recommends', 'python3-pip');
}
