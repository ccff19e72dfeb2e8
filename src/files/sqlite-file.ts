import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface SqliteFileOptions {
  /** Made with its folder when it is not there. Several processes of one machine may have it open. */
  file: string;
  /** Each brings the file one version further; `PRAGMA user_version` counts those applied. Never edit one: add one. */
  migrations: readonly string[];
  /** How long a write waits for that of another process before it fails. It blocks this process meanwhile. */
  busyTimeoutMs: number;
  /** What the file's failures are thrown as. */
  failure: (message: string, cause?: unknown) => Error;
}

/** A SQLite file. All calls are synchronous: nothing interleaves in a transaction. An answered write is on the disk. */
export class SqliteFile {
  readonly connection: DatabaseSync;
  private readonly options: SqliteFileOptions;

  constructor(options: SqliteFileOptions) {
    this.options = options;
    const { file, busyTimeoutMs, migrations } = options;
    this.connection = this.failing(() => {
      mkdirSync(dirname(file), { recursive: true });
      const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;');
      return connection;
    });
    if (this.schemaVersion() === migrations.length) return;
    this.write(() => {
      this.migrate();
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
    return this.failing(() => {
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
    return this.failing(() => Number(this.connection.prepare('PRAGMA user_version').get()?.['user_version']));
  }

  private migrate(): void {
    const { file, migrations, failure } = this.options;
    const applied = this.schemaVersion();
    if (applied > migrations.length) throw failure(`${file} was written by a newer Adwright.`);
    for (const migration of migrations.slice(applied)) this.connection.exec(migration);
    this.connection.exec(`PRAGMA user_version = ${migrations.length}`);
  }

  private failing<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      throw this.options.failure(`The file ${this.options.file} cannot be used: ${String(error.message)}.`, error);
    }
  }
}

/** A full disk, a lock held too long, a file that is gone; or a connection that was closed. By its code, for it may be an `Error` of another realm. */
function isSqliteError(error: unknown): error is { code: unknown; message: unknown } {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return false;
  return error.code === 'ERR_SQLITE_ERROR' || error.code === 'ERR_INVALID_STATE';
}
