import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Character between the name of a file and the random suffix of its temporary file. Names of job files never contain
 * it, so a temporary file is never mistaken for one.
 */
const temporaryMark = '~';

/**
 * Writes a file atomically: readers see either the whole file or no new file, even after a power failure.
 *
 * The folder must exist. It is not created here, because that could restore the folder of a job that was deleted in the
 * meantime.
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
