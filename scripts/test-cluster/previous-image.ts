/** Builds the service image of the version from which the upgrade test starts. */
import { copyFileSync, cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { exportPrevious } from '../../test/cluster/support/previous-version.ts';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { mustRun } from './run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Built with the script of the previous version, whose stages run from it, too: it contains the stage image. */
export const previousImage = 'localhost/adwright-previous:1';

const Lock = z.object({ packages: z.record(z.string(), z.looseObject({ dev: z.boolean().optional() })) });

/** Builds the image and returns the archive that contains it, in the folder `archives`. */
export async function buildPreviousImage(archives: string, env: NodeJS.ProcessEnv): Promise<string> {
  const sources = temporaryFolder();
  try {
    await exportPrevious(sources.path);
    reuseDependencies(sources.path);
    if (existsSync(`${root}cutout`)) cpSync(`${root}cutout`, join(sources.path, 'cutout'), { recursive: true });
    const [name = '', tag = ''] = previousImage.split(':');
    const options = ['--target', 'service', '--no-cutout', '--name', name, '--tag', tag, '--save', archives];
    await mustRun(join(sources.path, 'scripts/image'), options, { env });
    return join(archives, 'adwright.tar');
  } finally {
    sources.remove();
  }
}

/**
 * If both versions run with the same packages, replaces the lists of packages, so that the build reuses the layer in
 * which the image of this version has installed them. They may differ in packages of development.
 */
function reuseDependencies(sources: string): void {
  if (!isDeepStrictEqual(installed(sources), installed(root))) return;
  for (const name of ['package.json', 'package-lock.json']) copyFileSync(join(root, name), join(sources, name));
}

function installed(folder: string): unknown {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(folder, 'package-lock.json'), 'utf8')));
  return Object.entries(packages).filter(([path, { dev }]) => path !== '' && dev !== true);
}
