import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** File of a model that is installed into a folder of its own. */
export interface ModelFile {
  /** Path of the file, relative to the folder of the model. */
  path: string;
  bytes: number;
  sha256: string;
}

/** Reports whether all of these files are in the folder. Their content is checked only when a model is loaded. */
export async function areInstalled(folder: string, files: readonly ModelFile[]): Promise<boolean> {
  const found = await Promise.all(
    files.map(({ path }) =>
      stat(join(folder, path)).then(
        () => true,
        () => false,
      ),
    ),
  );
  return found.every(Boolean);
}

/**
 * Returns the path of a file whose content has the pinned hash. Reads the file in pieces, because weights are large.
 * `command` is the command that installs the file, for the error message.
 */
export async function verifiedPath(
  folder: string,
  { path, sha256 }: ModelFile,
  command: `make ${string}`,
): Promise<string> {
  const [file, hash] = [join(folder, path), createHash('sha256')];
  await pipeline(createReadStream(file), hash);
  if (hash.digest('hex') !== sha256) {
    throw new Error(`${file} is not the file that was published; run \`${command}\` again`);
  }
  return file;
}
