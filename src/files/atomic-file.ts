import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Separates the file name from the random suffix of its temporary file. Artifact keys do not contain it, so a temporary
 * file is never taken for an artifact.
 */
const temporaryMark = '~';

/**
 * Writes a file atomically: a reader sees the whole file or none, even after a power failure. The folder must exist. It
 * is not created here, since that would restore the folder of a job that was deleted meanwhile.
 */
export async function writeFileAtomically(path: string, bytes: Buffer): Promise<void> {
  const temporary = `${path}${temporaryMark}${randomUUID()}`;
  try {
    await writeFile(temporary, bytes, { flag: 'wx', flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}
