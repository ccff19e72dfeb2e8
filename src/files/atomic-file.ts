import { randomUUID } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';

/** Between a file's name and the rest of its temporary twin's. No artifact key has it, so a twin is never taken for a file. */
const temporaryMark = '~';

/**
 * Write a file so that a reader sees all of it or none of it, even after the machine lost power. Its folder must be there:
 * making it here would bring back the folder of a job that was deleted meanwhile.
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
