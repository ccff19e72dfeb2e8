import type { Clock } from '../../clock/port.ts';
import { promised, SqliteFile } from '../../files/sqlite-file.ts';
import { listedMax, StateUnavailable, type ExpiringState } from './port.ts';

interface Options {
  /** Path of the SQLite file. Several processes on one machine may open it. */
  file: string;
  clock: Pick<Clock, 'now'>;
  busyTimeoutMs?: number;
}

const migrations = [
  `
  CREATE TABLE entries (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    is_count INTEGER NOT NULL,
    end_ms INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX entries_by_end ON entries (end_ms);
  `,
];

/** Character after all characters that a key may contain. */
const afterAllKeys = '~';

/** Expiring state in a SQLite file. Each write also deletes the values that have expired. */
export class SqliteState implements ExpiringState {
  readonly #file: SqliteFile;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ file, clock, busyTimeoutMs = 5_000 }: Options) {
    const failure = (message: string, cause?: unknown) => new StateUnavailable(message, { cause });
    this.#file = new SqliteFile({ file, migrations, busyTimeoutMs, failure });
    this.#clock = clock;
  }

  close(): void {
    this.#file.close();
  }

  set(key: string, value: string, lifetimeMs: number): Promise<void> {
    return this.#write((nowMs) => {
      this.#store(key, value, { endMs: nowMs + lifetimeMs });
    });
  }

  setIfAbsent(key: string, value: string, lifetimeMs: number): Promise<boolean> {
    return this.#write((nowMs) => {
      const isAbsent = this.#read(key, nowMs) === undefined;
      if (isAbsent) this.#store(key, value, { endMs: nowMs + lifetimeMs });
      return isAbsent;
    });
  }

  replaceIf(key: string, expected: string, value: string | undefined, lifetimeMs: number): Promise<boolean> {
    return this.#write((nowMs) => {
      if (this.#read(key, nowMs)?.value !== expected) return false;
      if (value === undefined) this.#delete(key);
      else this.#store(key, value, { endMs: nowMs + lifetimeMs });
      return true;
    });
  }

  get(key: string): Promise<string | undefined> {
    return promised(() => this.#file.single(() => this.#read(key, this.#nowMs)?.value));
  }

  take(key: string): Promise<string | undefined> {
    return this.#write((nowMs) => {
      const found = this.#read(key, nowMs)?.value;
      this.#delete(key);
      return found;
    });
  }

  delete(key: string): Promise<void> {
    return this.#write(() => {
      this.#delete(key);
    });
  }

  increment(key: string, lifetimeMs: number): Promise<number> {
    return this.#write((nowMs) => {
      const before = this.#read(key, nowMs);
      const count = Number(before?.value ?? 0) + 1;
      this.#store(key, String(count), { endMs: before?.endMs ?? nowMs + lifetimeMs, isCount: true });
      return count;
    });
  }

  list(prefix: string): Promise<{ key: string; value: string }[]> {
    return promised(() =>
      this.#file.single(() => {
        const select = this.#file.connection.prepare(
          'SELECT key, value FROM entries WHERE key >= ? AND key < ? AND end_ms > ? AND is_count = 0 LIMIT ?',
        );
        const rows = select.all(prefix, prefix + afterAllKeys, this.#nowMs, listedMax);
        return rows.map((row) => ({ key: String(row['key']), value: String(row['value']) }));
      }),
    );
  }

  get #nowMs(): number {
    return this.#clock.now().getTime();
  }

  #write<R>(work: (nowMs: number) => R): Promise<R> {
    return promised(() =>
      this.#file.write(() => {
        const nowMs = this.#nowMs;
        this.#file.connection.prepare('DELETE FROM entries WHERE end_ms <= ?').run(nowMs);
        return work(nowMs);
      }),
    );
  }

  #read(key: string, nowMs: number): { value: string; endMs: number } | undefined {
    const row = this.#file.connection
      .prepare('SELECT value, end_ms FROM entries WHERE key = ? AND end_ms > ?')
      .get(key, nowMs);
    return row === undefined ? undefined : { value: String(row['value']), endMs: Number(row['end_ms']) };
  }

  #store(key: string, value: string, { endMs, isCount = false }: { endMs: number; isCount?: boolean }): void {
    this.#file.connection
      .prepare('INSERT OR REPLACE INTO entries VALUES (?, ?, ?, ?)')
      .run(key, value, isCount ? 1 : 0, Math.floor(endMs));
  }

  #delete(key: string): void {
    this.#file.connection.prepare('DELETE FROM entries WHERE key = ?').run(key);
  }
}
