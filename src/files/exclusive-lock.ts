import { DatabaseSync } from 'node:sqlite';

export interface ExclusiveLock {
  release(): void;
}

/** Time that a stopping service gets to release the lock. */
const waitMs = 500;
const sqliteBusy = 5;

/**
 * Locks a file for this process. Returns undefined if another process holds the lock. Throws if the file cannot be
 * created.
 *
 * Guarantee: the kernel releases the lock when the holder ends, even by SIGKILL. SQLite takes the lock, since Node has
 * no API for it. A file with a process id was rejected, since process ids are reused.
 */
export function takeExclusiveLock(file: string): ExclusiveLock | undefined {
  const database = new DatabaseSync(file, { timeout: waitMs });
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (isBusy(error)) return undefined;
    throw error;
  }
  return {
    release: () => {
      if (database.isOpen) database.close();
    },
  };
}

function isBusy(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'errcode' in error && error.errcode === sqliteBusy;
}
