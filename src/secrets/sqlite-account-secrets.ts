import { chmodSync, closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Clock } from '../clock/port.ts';
import { messageOf } from '../files/error-code.ts';
import { SqliteFile } from '../files/sqlite-file.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';
import { StoreError } from '../objects/store-error.ts';
import { formatAccountSecret, parseAccountSecret, rotated } from './account-secret.ts';
import type { AccountSecret, AccountSecrets } from './port.ts';

export interface SqliteAccountSecretsOptions {
  file: string;
  clock: Clock;
  newSecret: () => string;
}

const migrations = [
  `
  CREATE TABLE secrets (
    account TEXT PRIMARY KEY, -- namespace/name
    secret TEXT NOT NULL -- JSON
  ) STRICT, WITHOUT ROWID;
  `,
];
const busyTimeoutMs = 5_000;
const fileMode = 0o600;

/**
 * Signing secrets of accounts in a SQLite file that only its owner may access. A write is on disk when its call
 * returns.
 */
export class SqliteAccountSecrets implements AccountSecrets {
  readonly #options: SqliteAccountSecretsOptions;
  readonly #database: SqliteFile;

  /** Opens the database file, and creates it if necessary. Throws `StoreError('Unavailable')`. */
  constructor(options: SqliteAccountSecretsOptions) {
    this.#options = options;
    const { file } = options;
    makePrivate(file);
    this.#database = new SqliteFile({ file, migrations, busyTimeoutMs, failure: unavailable });
  }

  close(): void {
    this.#database.close();
  }

  async ensure(accounts: readonly ObjectKey[]): Promise<void> {
    await this.#write(() => {
      for (const account of accounts) {
        if (this.#text(account) === undefined) this.#put(account, { current: this.#options.newSecret() });
      }
    });
  }

  async read(account: ObjectKey): Promise<AccountSecret | undefined> {
    return Promise.resolve(this.#database.read(() => this.#get(account)));
  }

  async rotate(account: ObjectKey, overlapMs: number): Promise<AccountSecret> {
    const { clock, newSecret } = this.#options;
    return this.#write(() => {
      const after = rotated(this.#get(account), newSecret(), { now: clock.now(), overlapMs });
      this.#put(account, after);
      return after;
    });
  }

  async delete(account: ObjectKey): Promise<void> {
    await this.#write(() => {
      this.#database.connection.prepare('DELETE FROM secrets WHERE account = ?').run(keyText(account));
    });
  }

  async #write<R>(work: () => R): Promise<R> {
    return Promise.resolve(this.#database.write(work));
  }

  #get(account: ObjectKey): AccountSecret | undefined {
    return parseAccountSecret(this.#text(account) ?? '', this.#options.clock.now());
  }

  #text(account: ObjectKey): string | undefined {
    const row = this.#database.connection.prepare('SELECT secret FROM secrets WHERE account = ?').get(keyText(account));
    return row === undefined ? undefined : String(row['secret']);
  }

  #put(account: ObjectKey, secret: AccountSecret): void {
    this.#database.connection
      .prepare('INSERT OR REPLACE INTO secrets VALUES (?, ?)')
      .run(keyText(account), formatAccountSecret(secret));
  }
}

/**
 * Creates the database file if it is missing, and denies other users access to it. SQLite copies these access rights to
 * the additional files that it creates.
 */
function makePrivate(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, 'a', fileMode));
    chmodSync(file, fileMode);
  } catch (error) {
    throw unavailable(`Failed to use the file ${file}: ${messageOf(error)}.`, error);
  }
}

function unavailable(message: string, cause?: unknown): StoreError {
  return new StoreError('Unavailable', message, { cause });
}
