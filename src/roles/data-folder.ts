import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The object store of `adwright local`, within the data folder. */
export const databaseFile = 'adwright.db';

export interface DataFolder {
  database: string;
  artifacts: string;
  /** Scratch space of stages; nothing in it is needed after a restart. */
  scratch: string;
  /** 32 random bytes as hex; file addresses cannot be guessed without it. */
  installationSecret: string;
}

/** Make what is missing and read the installation's secret. The folder is for its owner alone. */
export function openDataFolder(path: string): DataFolder {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const [artifacts, scratch] = [join(path, 'artifacts'), join(path, 'scratch')];
  for (const folder of [artifacts, scratch]) mkdirSync(folder, { recursive: true });
  return {
    database: join(path, databaseFile),
    artifacts,
    scratch,
    installationSecret: secret(join(path, 'installation-secret')),
  };
}

function secret(file: string): string {
  try {
    writeFileSync(file, randomBytes(32).toString('hex'), { flag: 'wx', mode: 0o600, flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  const text = readFileSync(file, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text))
    throw new Error(
      `${file} does not hold an installation secret. Restore it from a backup; without it, finished files are lost.`,
    );
  return text;
}
