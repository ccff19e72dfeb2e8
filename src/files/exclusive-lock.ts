import { DatabaseSync } from 'node:sqlite';

export interface ExclusiveLock {
  release(): void;
}

/**
 * Time in milliseconds to wait for a lock that another process holds. That process may be about to stop, for example
 * during a restart.
 */
const waitMs = 500;
const sqliteBusy = 5;

/**
 * Locks a file for this process. Returns undefined if another process has locked it. Throws if the file cannot be
 * created.
 *
 * Guarantee: the kernel releases the lock when this process ends, even by SIGKILL. SQLite takes the lock, because Node
 * has no API for locks. A file with a process id would not be a safe lock, because process ids are reused.
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
