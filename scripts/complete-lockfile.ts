/**
 * Completes package-lock.json so that `npm ci` accepts it on every platform. Adds the optional packages of other
 * platforms that the current registry lacks, and removes the addresses of the registry. Run it after every `npm
 * install`. The added entries have version, os and cpu but no integrity hash: npm skips them on this platform, and
 * looks them up itself on theirs.
 */
import { readFileSync, writeFileSync } from 'node:fs';

interface Entry {
  version?: string;
  resolved?: string;
  optional?: boolean;
  dev?: boolean;
  os?: string[];
  cpu?: string[];
  optionalDependencies?: Record<string, string>;
}

const path = new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(path, 'utf8')) as { packages: Record<string, Entry> };
const systems = [
  'darwin',
  'win32',
  'linux',
  'android',
  'freebsd',
  'netbsd',
  'openbsd',
  'sunos',
  'aix',
  'openharmony',
  'wasm32',
];
const processors = ['arm64', 'x64', 'ia32', 'arm', 'ppc64', 's390x', 'riscv64', 'loong64', 'mips64el', 'wasm32'];

for (const [parent, entry] of Object.entries(lock.packages)) {
  delete entry.resolved;
  for (const [name, range] of Object.entries(entry.optionalDependencies ?? {})) {
    const found = [`${parent}/node_modules/${name}`, `node_modules/${name}`].some((place) => place in lock.packages);
    const version = /^\d+\.\d+\.\d+[\w.+-]*$/.test(range) ? range : undefined;
    if (found || version === undefined) continue;
    const os = systems.filter((system) => new RegExp(`[-/]${system}`).test(name));
    const cpu = processors.filter((processor) => new RegExp(`-${processor}(-|$)`).test(name));
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(entry.dev === true ? { dev: true } : {}),
      ...(cpu.length > 0 ? { cpu } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
  }
}
const first = lock.packages[''];
const sorted = Object.entries(lock.packages)
  .filter(([name]) => name !== '')
  .sort(([a], [b]) => a.localeCompare(b, 'en'));
lock.packages = { ...(first ? { '': first } : {}), ...Object.fromEntries(sorted) };
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);
