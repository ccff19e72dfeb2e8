import { DatabaseSync } from 'node:sqlite';

export interface ExclusiveLock {
  release(): void;
}

/** A service that was just told to end may need a moment. */
const waitMs = 500;
const sqliteBusy = 5;

/**
 * Hold a file for this process alone; undefined where another one holds it. Throws where the file cannot be made.
 *
 * Guarantee: however the holder ends, also by SIGKILL, the lock ends with it, since it is the kernel's. SQLite takes it,
 * as Node has no call for it; a file with a process id in it was rejected, for ids come again.
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
