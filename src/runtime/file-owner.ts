import { createHmac } from 'node:crypto';
import { FileTooLarge, type ArtifactStore } from '../artifacts/port.ts';

/** Key of the file that names the installation to which a file store belongs. */
export const installationMarkKey = 'installation-mark';

/** Maximum size in bytes of a mark. A larger file is no mark of this program. */
const markBytesMax = 4_096;

/** Owner of a file store. `own`: this installation. `foreign`: another one. `none`: the store has no mark. */
export type FileOwner = 'own' | 'foreign' | 'none';

export interface OwnedFiles {
  artifacts: Pick<ArtifactStore, 'get' | 'put' | 'putIfAbsent'>;
  installationSecret: string;
}

/** Returns the owner of a file store. Throws if the store cannot be read. */
export async function fileOwner({ artifacts, installationSecret }: OwnedFiles): Promise<FileOwner> {
  try {
    const bytes = await artifacts.get(installationMarkKey, markBytesMax);
    if (bytes === undefined) return 'none';
    return bytes.equals(markOf(installationSecret)) ? 'own' : 'foreign';
  } catch (error) {
    if (error instanceof FileTooLarge) return 'foreign';
    throw error;
  }
}

/**
 * Marks a store without a mark as that of this installation, and returns the owner of the store.
 *
 * Guarantee: if several installations call this function for the same store at once, one of them owns the store and all
 * others get `foreign`, because only one mark is written and each caller reads it. On an S3 server without conditional
 * writes, several may get `own` until they read the mark again.
 */
export async function claimFiles(files: OwnedFiles): Promise<Exclude<FileOwner, 'none'>> {
  const owner = await fileOwner(files);
  if (owner !== 'none') return owner;
  await files.artifacts.putIfAbsent(installationMarkKey, markOf(files.installationSecret));
  return (await fileOwner(files)) === 'own' ? 'own' : 'foreign';
}

/** Marks a store as that of this installation, whatever its mark is. */
export async function adoptFiles({ artifacts, installationSecret }: OwnedFiles): Promise<void> {
  await artifacts.put(installationMarkKey, markOf(installationSecret));
}

/**
 * Returns the content of the mark of an installation: an HMAC of a fixed text. It reveals neither the installation secret
 * nor the name of any folder, because the HMAC of a folder has another text.
 */
function markOf(installationSecret: string): Buffer {
  return Buffer.from(`${createHmac('sha256', installationSecret).update('adwright file store').digest('hex')}\n`);
}
