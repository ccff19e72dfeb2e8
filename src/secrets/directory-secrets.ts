import { constants } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { hasErrorCode, isMissing } from '../files/error-code.ts';
import { isNamespaceName, isObjectName } from '../store/name-rules.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import type { Secrets } from './port.ts';

/**
 * Flags for opening the file of a secret. They keep a symbolic link from being followed, because it may point to any
 * file, and keep a pipe from blocking the program.
 */
const readFlags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
const valueName = /^[-._a-zA-Z0-9]{1,253}$/;
const valueBytesMax = 1_048_576;

/**
 * Reads Secrets from a folder, for use without a cluster. The file `<folder>/<namespace>/<name>/<value>` contains one
 * value of a Secret. Unlike a Secret on a cluster, it needs no label. Refuses files that the group or others may
 * access; run `chmod 600` on them.
 */
export class DirectorySecrets implements Secrets {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async read({ namespace, name }: ObjectKey): Promise<Record<string, Buffer> | undefined> {
    if (!isNamespaceName(namespace) || !isObjectName(name)) return undefined;
    const folder = join(this.#folder, namespace, name);
    const entries = await readdir(folder, { withFileTypes: true }).catch(undefinedIfMissing);
    if (entries === undefined) return undefined;
    const names = entries.filter((entry) => entry.isFile() && valueName.test(entry.name)).map((entry) => entry.name);
    const values = await Promise.all(names.map((one) => readPrivateFile(join(folder, one))));
    return Object.fromEntries(names.flatMap((one, at) => (values[at] === undefined ? [] : [[one, values[at]]])));
  }
}

async function readPrivateFile(path: string): Promise<Buffer | undefined> {
  const file = await open(path, readFlags).catch(undefinedIfMissing);
  if (file === undefined) return undefined;
  try {
    const { mode, size } = await file.stat();
    if ((mode & 0o077) !== 0) throw new Error(`Other users can access ${path}. Run chmod 600 ${path}.`);
    if (size > valueBytesMax) throw new Error(`${path} is larger than 1 MiB.`);
    return await file.readFile();
  } finally {
    await file.close();
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error) && !hasErrorCode(error, 'ELOOP')) throw error;
  return undefined;
}
