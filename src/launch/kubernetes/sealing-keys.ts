import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '../../files/error-code.ts';
import type { SealingKey } from '../../schema/sealed-text.ts';

/** Names that an entry of a Secret may have. The kubelet adds files whose names start with two dots. */
const entryName = /^(?!\.)[A-Za-z0-9._-]{1,253}$/;

/**
 * Returns the newest key of a mounted Secret: the entry whose name is the last in alphabetical order. Returns undefined
 * if the Secret does not exist. The folder is read at each launch, so an added key counts as soon as the kubelet shows it.
 */
export async function newestKey(folder: string): Promise<SealingKey | undefined> {
  try {
    const names = await readdir(folder);
    const id = names
      .filter((name) => entryName.test(name))
      .toSorted()
      .at(-1);
    return id === undefined ? undefined : { id, value: (await readFile(join(folder, id), 'utf8')).trim() };
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
