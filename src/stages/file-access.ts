import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { isMissing } from '../files/error-code.ts';
import type { FileAccess } from './contract.ts';

/** The bytes of an input; undefined where there is no such file. Throws `AccessExpired` where its time is over. */
export async function readAccess(access: FileAccess): Promise<Buffer | undefined> {
  if (access.kind === 'url') return (await import('./url-access.ts')).readUrl(access.url);
  try {
    return await readFile(access.path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes an output whole or not at all. Throws `AccessExpired` where its time is over. */
export async function writeAccess(access: FileAccess, bytes: Buffer, contentType: string): Promise<void> {
  if (access.kind === 'url') return (await import('./url-access.ts')).writeUrl(access.url, { bytes, contentType });
  await writeFileAtomically(access.path, bytes);
}
