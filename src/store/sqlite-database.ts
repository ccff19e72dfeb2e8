import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { StoreError } from './port.ts';

/** Each brings a file one version further; `PRAGMA user_version` counts those applied. Never edit one: add one. */
const migrations = [
  `
  -- One row, so that both numbers move in the transaction of the write. Version 0 means "any" on Kubernetes: begin at 1.
  CREATE TABLE log (head INTEGER NOT NULL, compacted INTEGER NOT NULL) STRICT;
  INSERT INTO log VALUES (1, 1);

  -- What every object was, and from which version to which: [since, until). The one valid now has the largest until.
  CREATE TABLE revisions (
    since INTEGER PRIMARY KEY,
    until INTEGER NOT NULL,
    resource TEXT NOT NULL,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    uid TEXT NOT NULL,
    gone INTEGER NOT NULL, -- 1: the object ended at this version; the body is its last state
    body TEXT NOT NULL
  ) STRICT;
  CREATE UNIQUE INDEX revisions_by_key ON revisions (resource, namespace, name, until);
  CREATE INDEX revisions_by_end ON revisions (until);
  CREATE INDEX revisions_by_uid ON revisions (uid);

  -- Owner references of the objects there are now.
  CREATE TABLE owners (
    resource TEXT NOT NULL,
    namespace TEXT NOT NULL,
    name TEXT NOT NULL,
    owner_uid TEXT NOT NULL,
    PRIMARY KEY (resource, namespace, name, owner_uid)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX owners_by_uid ON owners (owner_uid);
  `,
];

/** A SQLite file whose every failure is a `StoreError('Unavailable')`. All calls are synchronous: nothing interleaves in a transaction. */
export class SqliteDatabase {
  readonly connection: DatabaseSync;

  /** Makes the file and its folder when they are not there. */
  constructor(file: string, busyTimeoutMs: number) {
    mkdirSync(dirname(file), { recursive: true });
    this.connection = failingAsStore(() => {
      const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
      return connection;
    });
    if (this.schemaVersion() === migrations.length) return;
    this.write(() => {
      this.migrate(file);
    });
  }

  /** Run `work` in a transaction that holds the only write lock from its beginning: what it reads stays true until it commits. */
  write<R>(work: () => R): R {
    return this.transaction('BEGIN IMMEDIATE', work);
  }

  /** Run `work` on one consistent state. */
  read<R>(work: () => R): R {
    return this.transaction('BEGIN', work);
  }

  /** Changes when another connection, of this process or another, has committed. */
  dataVersion(): unknown {
    return this.connection.prepare('PRAGMA data_version').get()?.['data_version'];
  }

  close(): void {
    if (this.connection.isOpen) this.connection.close();
  }

  private transaction<R>(begin: string, work: () => R): R {
    return failingAsStore(() => {
      this.connection.exec(begin);
      try {
        const result = work();
        this.connection.exec('COMMIT');
        return result;
      } finally {
        if (this.connection.isTransaction) this.connection.exec('ROLLBACK');
      }
    });
  }

  private schemaVersion(): number {
    return failingAsStore(() => Number(this.connection.prepare('PRAGMA user_version').get()?.['user_version']));
  }

  private migrate(file: string): void {
    const applied = this.schemaVersion();
    if (applied > migrations.length) throw new StoreError('Unavailable', `${file} was written by a newer Adwright.`);
    for (const migration of migrations.slice(applied)) this.connection.exec(migration);
    this.connection.exec(`PRAGMA user_version = ${migrations.length}`);
  }
}

function failingAsStore<R>(work: () => R): R {
  try {
    return work();
  } catch (error) {
    if (!isSqliteError(error)) throw error;
    throw new StoreError('Unavailable', `The store cannot be used: ${String(error.message)}.`, { cause: error });
  }
}

/** A full disk, a lock held too long, a file that is gone; or a connection that was closed. By its code, for it may be an `Error` of another realm. */
function isSqliteError(error: unknown): error is { code: unknown; message: unknown } {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return false;
  return error.code === 'ERR_SQLITE_ERROR' || error.code === 'ERR_INVALID_STATE';
}
