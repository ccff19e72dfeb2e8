import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Character between the name of a file and the random suffix of its temporary file. Names of job files never contain
 * it, so a temporary file is never mistaken for one.
 */
const temporaryMark = '~';

/**
 * Writes a file atomically: even after a power failure, readers see the whole new file or none of it. The folder must
 * exist. If this function created it, a write could restore the folder of a job that was deleted in the meantime.
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
