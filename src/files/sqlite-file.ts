import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface SqliteFileOptions {
  /**
   * Path of the SQLite file. The file and its folder are created if they are missing. Several processes on one machine
   * may open it.
   */
  file: string;
  /**
   * SQL scripts that change the file from one version to the next. `PRAGMA user_version` counts the scripts that were
   * applied. Never change a released script; add a new one instead.
   */
  migrations: readonly string[];
  /** Time for which a write waits for a write of another process before it fails. The wait blocks this process. */
  busyTimeoutMs: number;
  failure: (message: string, cause?: unknown) => Error;
}

/**
 * A SQLite file. All calls are synchronous, so no other call runs during a transaction. A completed write is on disk.
 */
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

  /**
   * Runs `work` in a transaction that holds the write lock from the start. No other process can change the data that
   * `work` reads before the transaction ends.
   */
  write<R>(work: () => R): R {
    return this.transaction('BEGIN IMMEDIATE', work);
  }

  read<R>(work: () => R): R {
    return this.transaction('BEGIN', work);
  }

  /** Runs `work`, which executes a single statement and so needs no transaction. */
  single<R>(work: () => R): R {
    return this.failing(work);
  }

  /**
   * Returns a number that changes whenever another connection to the file, in this process or another process, commits
   * a write.
   */
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
    if (applied > migrations.length)
      throw failure(`${file} was written by a newer version of Adwright. Start that version, or use another file.`);
    for (const migration of migrations.slice(applied)) this.connection.exec(migration);
    this.connection.exec(`PRAGMA user_version = ${migrations.length}`);
  }

  private failing<R>(work: () => R): R {
    try {
      return work();
    } catch (error) {
      if (!isSqliteError(error)) throw error;
      throw this.options.failure(`Failed to use the file ${this.options.file}: ${String(error.message)}.`, error);
    }
  }
}

function isSqliteError(error: unknown): error is { code: unknown; message: unknown } {
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return false;
  return error.code === 'ERR_SQLITE_ERROR' || error.code === 'ERR_INVALID_STATE';
}

/** Returns a promise of the result of `work`, a synchronous call of SQLite. If `work` throws, the promise rejects. */
export function promised<R>(work: () => R): Promise<R> {
  return new Promise((resolve) => {
    resolve(work());
  });
}
