import type { Clock } from '../clock/port.ts';
import { SqliteFile } from '../files/sqlite-file.ts';
import {
  RateLimiterUnavailable,
  windowSeconds,
  type Consumed,
  type Counted,
  type RateLimiter,
  type ReadsSeen,
  type ReadsTaken,
} from './port.ts';

export interface SqliteRateLimiterOptions {
  /** Made with its folder when it is not there. Several processes of one machine may have it open. */
  file: string;
  clock: Clock;
  busyTimeoutMs?: number;
}

/** Never edit one: add one. */
const migrations = [
  `
  CREATE TABLE windows (
    counted TEXT PRIMARY KEY, -- window/namespace/name
    minute INTEGER NOT NULL,
    used INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID;
  `,
];

const windowMs = windowSeconds * 1_000;

/** Windows in one SQLite file: they outlive the process, so a restart admits nothing twice. */
export class SqliteRateLimiter implements RateLimiter {
  readonly #file: SqliteFile;
  readonly #clock: Clock;

  constructor({ file, clock, busyTimeoutMs = 5_000 }: SqliteRateLimiterOptions) {
    const failure = (message: string, cause?: unknown) => new RateLimiterUnavailable(message, { cause });
    this.#file = new SqliteFile({ file, migrations, busyTimeoutMs, failure });
    this.#clock = clock;
  }

  close(): void {
    this.#file.close();
  }

  consume(counted: Counted, limit: number): Promise<Consumed> {
    return this.#changing(({ minute, resetSeconds }) => {
      const used = this.#usedIn(counted, minute);
      if (used >= limit) return { isAllowed: false, used: limit, minute, resetSeconds };
      this.#add(counted, minute, 1);
      return { isAllowed: true, used: used + 1, minute, resetSeconds };
    });
  }

  syncReads(taken: readonly ReadsTaken[]): Promise<{ seen: ReadsSeen[]; resetSeconds: number }> {
    return this.#changing(({ minute, resetSeconds }) => {
      const seen = taken.map((one) => {
        if (one.minute === minute && one.taken > 0) this.#add(one, minute, one.taken);
        return { key: one.key, window: one.window, minute, used: this.#usedIn(one, minute) };
      });
      return { seen, resetSeconds };
    });
  }

  used(counted: readonly Counted[]): Promise<number[]> {
    return this.#changing(({ minute }) => counted.map((one) => this.#usedIn(one, minute)));
  }

  #usedIn(counted: Counted, minute: number): number {
    const select = this.#file.connection.prepare('SELECT used FROM windows WHERE counted = ? AND minute = ?');
    return Number(select.get(nameOf(counted), minute)?.['used'] ?? 0);
  }

  #add(counted: Counted, minute: number, count: number): void {
    this.#file.connection
      .prepare(
        `INSERT INTO windows VALUES (?, ?, ?) ON CONFLICT (counted) DO UPDATE SET
         used = excluded.used + CASE WHEN minute = excluded.minute THEN used ELSE 0 END, minute = excluded.minute`,
      )
      .run(nameOf(counted), minute, count);
  }

  #changing<R>(work: (now: { minute: number; resetSeconds: number }) => R): Promise<R> {
    return new Promise((resolve) => {
      const nowMs = this.#clock.now().getTime();
      const minute = Math.floor(nowMs / windowMs);
      const resetSeconds = Math.ceil(((minute + 1) * windowMs - nowMs) / 1_000);
      resolve(this.#file.write(() => work({ minute, resetSeconds })));
    });
  }
}

function nameOf({ key, window }: Counted): string {
  return `${window}/${key.namespace}/${key.name}`;
}
