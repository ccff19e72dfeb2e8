/** Builds the service image of the version from which the upgrade test starts. */
import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exportPrevious } from '../../test/cluster/support/previous-version.ts';
import { temporaryFolder } from '../../test/support/process/temporary-folder.ts';
import { mustRun } from './run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Its stages run from it, too, because it contains the stage image. */
export const previousImage = 'localhost/adwright-previous:1';

/**
 * Builds the image from the sources of that version, with its own script and packages. Returns the archive that contains
 * it, in the folder `archives`.
 */
export async function buildPreviousImage(archives: string, env: NodeJS.ProcessEnv): Promise<string> {
  const sources = temporaryFolder();
  try {
    await exportPrevious(sources.path);
    if (existsSync(`${root}cutout`)) cpSync(`${root}cutout`, join(sources.path, 'cutout'), { recursive: true });
    const [name = '', tag = ''] = previousImage.split(':');
    const options = ['--target', 'service', '--no-cutout', '--name', name, '--tag', tag, '--save', archives];
    await mustRun(join(sources.path, 'scripts/image'), options, { env });
    return join(archives, 'adwright.tar');
  } finally {
    sources.remove();
  }
}
