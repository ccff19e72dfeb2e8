import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../commands/context.ts';
import { isMissing } from '../files/error-code.ts';
import { takeExclusiveLock, type ExclusiveLock } from '../files/exclusive-lock.ts';

/** The object store of `adwright local`, within the data folder. */
export const databaseFile = 'adwright.db';

export interface DataFolder {
  database: string;
  artifacts: string;
  /** Scratch space of stages; nothing in it is needed after a restart. */
  scratch: string;
  /** 32 random bytes as hex; file addresses cannot be guessed without it. */
  installationSecret: string;
  /** Let another service have the folder. The end of the process does so too, whatever it is. */
  release(): void;
}

/**
 * Make what is missing, read the installation's secret, and keep every other service out until `release`: two of them
 * would clear each other's scratch space and take each other's stages for lost. The folder is for its owner alone. Throws
 * a `CommandError` that says what to do.
 */
export function openDataFolder(path: string): DataFolder {
  const [artifacts, scratch] = [join(path, 'artifacts'), join(path, 'scratch')];
  const lock = usable(path, () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const folder of [artifacts, scratch]) mkdirSync(folder, { recursive: true });
    return lockOf(path);
  });
  const installationSecret = usable(path, () => secret(join(path, 'installation-secret')));
  const release = lock.release.bind(lock);
  return { database: join(path, databaseFile), artifacts, scratch, installationSecret, release };
}

function usable<R>(path: string, work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `The data folder ${path} cannot be used (${reason}). Set ADWRIGHT_DATA_DIR to a folder that this user may write to, on a disk with free space.`,
    );
  }
}

function lockOf(path: string): ExclusiveLock {
  const lock = takeExclusiveLock(join(path, 'service.lock'));
  if (lock !== undefined) return lock;
  throw new CommandError(
    `Another Adwright service runs on ${path}. Stop it, or set ADWRIGHT_DATA_DIR to a folder of this one's own.`,
  );
}

/** Made whole or not at all: a disk that fills up, or the end of the process, must not leave half a secret. */
function secret(file: string): string {
  const text = readIfThere(file) ?? newSecret(file);
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new CommandError(
    `${file} does not hold an installation secret. Restore it from a backup; without it, finished files are lost.`,
  );
}

/** Under the lock: nobody else makes one meanwhile. */
function newSecret(file: string): string {
  const text = randomBytes(32).toString('hex');
  writeFileSync(`${file}~`, text, { mode: 0o600, flush: true });
  renameSync(`${file}~`, file);
  return text;
}

function readIfThere(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}
