import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CommandError } from '../commands/context.ts';
import { isMissing } from '../files/error-code.ts';
import { takeExclusiveLock, type ExclusiveLock } from '../files/exclusive-lock.ts';

export const databaseFile = 'adwright.db';
export const artifactsFolder = 'artifacts';
const secretFile = 'installation-secret';

export interface DataFolder {
  database: string;
  artifacts: string;
  scratch: string;
  /**
   * Secret of this installation: 32 random bytes in hexadecimal. The URLs of files are derived from it, so that they
   * cannot be guessed.
   */
  installationSecret: string;
  release(): void;
}

/**
 * Opens the data folder: creates missing files, reads the installation secret, and locks the folder until `release`.
 * Only the owner can read the folder. Throws a `CommandError` with the remedy.
 *
 * The lock is needed because two services in one folder would delete each other's temporary files and treat each
 * other's stages as lost.
 */
export function openDataFolder(path: string): DataFolder {
  const [artifacts, scratch] = [join(path, artifactsFolder), join(path, 'scratch')];
  const lock = usable(path, () => {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    for (const folder of [artifacts, scratch]) mkdirSync(folder, { recursive: true });
    return lockOf(path);
  });
  const installationSecret = usable(path, () => secret(join(path, secretFile)));
  const release = lock.release.bind(lock);
  return { database: join(path, databaseFile), artifacts, scratch, installationSecret, release };
}

/** Returns the path of the database of a data folder. Throws a `CommandError` if the folder has none. */
export function existingDatabase(dataDir: string): string {
  const file = join(dataDir, databaseFile);
  if (existsSync(file)) return file;
  throw new CommandError(
    `No Adwright data found in ${dataDir}. Start \`adwright local\` once, set ADWRIGHT_DATA_DIR to its data folder, or select a cluster with --kubeconfig.`,
  );
}

function usable<R>(path: string, work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (error instanceof CommandError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new CommandError(
      `Cannot use the data folder ${path} (${reason}). Set ADWRIGHT_DATA_DIR to a folder that this user can write to, on a disk with free space.`,
    );
  }
}

function lockOf(path: string): ExclusiveLock {
  const lock = takeExclusiveLock(join(path, 'service.lock'));
  if (lock !== undefined) return lock;
  throw new CommandError(
    `Another Adwright service uses the data folder ${path}. Stop that service, or set ADWRIGHT_DATA_DIR to another folder.`,
  );
}

/** Returns the installation secret of a data folder. Throws a `CommandError` if the folder has none. */
export function existingSecret(dataDir: string): string {
  const file = join(dataDir, secretFile);
  if (existsSync(file)) return secret(file);
  throw new CommandError(`${file} does not exist. Restore it from a backup; without it, finished files are lost.`);
}

/**
 * Returns the installation secret, and creates it if it is missing. Its file is written atomically, because a full disk
 * or the end of the process must not leave a truncated secret.
 */
function secret(file: string): string {
  const text = readIfThere(file) ?? newSecret(file);
  if (/^[0-9a-f]{64}$/.test(text)) return text;
  throw new CommandError(
    `${file} does not contain a valid installation secret. Restore it from a backup; without this secret, finished files are lost.`,
  );
}

/**
 * Creates the installation secret. The caller must hold the lock of the data folder, so that no other process creates a
 * secret at the same time.
 */
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
