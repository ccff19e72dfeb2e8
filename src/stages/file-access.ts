import { readFile } from 'node:fs/promises';
import { writeFileAtomically } from '../files/atomic-file.ts';
import { isMissing } from '../files/error-code.ts';
import type { FileAccess } from './contract.ts';

/** The bytes of an input; undefined where there is no such file. */
export async function readAccess(access: FileAccess): Promise<Buffer | undefined> {
  if (access.kind === 'url') throw new Error('Not supported yet.');
  try {
    return await readFile(access.path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Writes an output whole or not at all. */
export async function writeAccess(access: FileAccess, bytes: Buffer): Promise<void> {
  if (access.kind === 'url') throw new Error('Not supported yet.');
  await writeFileAtomically(access.path, bytes);
}
