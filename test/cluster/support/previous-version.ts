import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { mustRun, run } from './program.ts';

/** Version from which the tests upgrade while there is no tag: the commit before the API and the chart of 0.1.0 changed. */
const firstVersion = '7d73d3a8fafd25cbbc8d746a1869bf355e697a3d';
const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Returns the revision of the version before this one: the newest tag of an earlier commit, else `firstVersion`. */
async function previousRevision(): Promise<string> {
  const { code, stdout } = await git('describe', '--tags', '--abbrev=0', '--match=v*', 'HEAD^');
  const revision = code === 0 ? stdout.trim() : firstVersion;
  if ((await git('cat-file', '-e', `${revision}^{commit}`)).code === 0) return revision;
  throw new Error(
    `This clone does not have ${revision}, the version from which the test upgrades. If the clone is shallow, run \`git fetch --unshallow --tags\`.`,
  );
}

/** Writes the files of the version before this one to a folder, or only those below `paths`. */
export async function exportPrevious(folder: string, paths: readonly string[] = []): Promise<void> {
  const revision = await previousRevision();
  mkdirSync(folder, { recursive: true });
  const archive = 'set -o pipefail; git -C "$1" archive "$2" -- "${@:4}" | tar -x -C "$3"';
  await mustRun('bash', ['-c', archive, 'bash', root, revision, folder, ...paths]);
}

function git(...args: string[]) {
  return run('git', ['-C', root, ...args]);
}
