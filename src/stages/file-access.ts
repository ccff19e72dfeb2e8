import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { isMissing } from '../files/error-code.ts';
import type { FileAccess } from '../schema/stage-contract.ts';
import type { StoreFetch } from './store-fetch.ts';
import type { StageFile } from './url-access.ts';

/**
 * Returns the bytes of an input file of a stage, from disk or from a presigned URL; undefined if the file does not
 * exist. Throws `AccessExpired` if the presigned URL has expired.
 */
export async function readAccess(access: FileAccess, fetchFile: StoreFetch): Promise<Buffer | undefined> {
  if (access.kind === 'url') return (await import('./url-access.ts')).readUrl(access.url, { fetchFile });
  try {
    return await readFile(access.path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/**
 * Writes an output file of a stage to disk or to a presigned URL, completely or not at all. Throws `AccessExpired` if
 * the presigned URL has expired.
 */
export async function writeAccess(access: FileAccess, file: StageFile, fetchFile: StoreFetch): Promise<void> {
  if (access.kind === 'url') return (await import('./url-access.ts')).writeUrl(access.url, file, { fetchFile });
  await writeFileAtomically(access.path, file.bytes);
}
