import { randomUUID } from 'node:crypto';
import { link, lstat, rename, rm, writeFile } from 'node:fs/promises';
import { hasErrorCode, isMissing } from './error-code.ts';

/**
 * Character between the name of a file and the random suffix of its temporary file. Names of job files never contain
 * it, so a temporary file is never mistaken for one.
 */
const temporaryMark = '~';

const temporaryName = new RegExp(`${temporaryMark}[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);

/** Reports whether a file has the name of a temporary file. A writer that was killed leaves its temporary file. */
export function isTemporaryFile(name: string): boolean {
  return temporaryName.test(name);
}

/** Error codes of `link` on a file system that has no hard links, such as SMB. */
const noHardLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'];

/**
 * Writes a file atomically: even after a power failure, readers see the whole new file or none of it. The folder must
 * exist. If this function created it, a write could restore the folder of a job that was deleted in the meantime.
 */
export async function writeFileAtomically(path: string, bytes: Buffer): Promise<void> {
  await throughTemporary(path, bytes, (temporary) => rename(temporary, path));
}

/**
 * Writes a file atomically, unless the path exists. Returns whether the file was written. If several callers create the
 * same path at once, only one of them writes the file.
 *
 * A file system without hard links gives a weaker guarantee: the path is checked before the write, so several
 * concurrent callers may all write. The file of one of them then replaces the others.
 */
export async function createFileAtomically(path: string, bytes: Buffer, makeLink = link): Promise<boolean> {
  return throughTemporary(path, bytes, async (temporary) => {
    try {
      await makeLink(temporary, path);
      return true;
    } catch (error) {
      if (hasErrorCode(error, 'EEXIST')) return false;
      if (!hasErrorCode(error, ...noHardLinks)) throw error;
      if (await exists(path)) return false;
      await rename(temporary, path);
      return true;
    }
  });
}

/** Writes a temporary file, which `place` moves or links to its final path. Leaves no temporary file. */
async function throughTemporary<R>(path: string, bytes: Buffer, place: (temporary: string) => Promise<R>): Promise<R> {
  const temporary = `${path}${temporaryMark}${randomUUID()}`;
  try {
    await writeFile(temporary, bytes, { flag: 'wx', flush: true });
    return await place(temporary);
  } finally {
    await rm(temporary, { force: true });
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
