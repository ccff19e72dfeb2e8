import type { Clock } from '../clock/port.ts';
import { promised, SqliteFile } from '../files/sqlite-file.ts';
import {
  cappedLimit,
  RateLimiterUnavailable,
  windowSeconds,
  type Consumed,
  type Counted,
  type RateLimiter,
  type ReadsSeen,
  type ReadsTaken,
} from './port.ts';

export interface SqliteRateLimiterOptions {
  file: string;
  clock: Clock;
  busyTimeoutMs?: number;
}

const migrations = [
  `
  CREATE TABLE windows (
    minute INTEGER NOT NULL,
    counted TEXT NOT NULL, -- window/namespace/name
    used INTEGER NOT NULL,
    PRIMARY KEY (minute, counted)
  ) STRICT, WITHOUT ROWID;
  `,
];

const windowMs = windowSeconds * 1_000;

/**
 * Number of past minutes whose request counts are kept. If the clock is set back, a minute can occur a second time, and
 * its earlier count must still apply. In practice, a clock is set back by less than this number of minutes.
 */
const keptMinutes = 5;

interface Now {
  minute: number;
  resetSeconds: number;
}

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

  consume(counted: Counted, wanted: number): Promise<Consumed> {
    const limit = cappedLimit(counted.window, wanted);
    return promised(() =>
      this.#file.write(() => {
        const { minute, resetSeconds } = this.#now();
        const used = this.#usedIn(counted, minute);
        if (used >= limit) return { isAllowed: false, used: limit, minute, resetSeconds };
        this.#add(counted, minute, 1);
        return { isAllowed: true, used: used + 1, minute, resetSeconds };
      }),
    );
  }

  syncReads(taken: readonly ReadsTaken[]): Promise<{ seen: ReadsSeen[]; resetSeconds: number }> {
    return promised(() =>
      this.#file.write(() => {
        const { minute, resetSeconds } = this.#now();
        const seen = taken.map((one) => {
          if (one.minute >= minute && one.taken > 0) this.#add(one, one.minute, one.taken);
          return { key: one.key, window: one.window, minute, used: this.#usedIn(one, minute) };
        });
        return { seen, resetSeconds };
      }),
    );
  }

  used(counted: readonly Counted[]): Promise<number[]> {
    return promised(() =>
      this.#file.read(() => {
        const { minute } = this.#now();
        return counted.map((one) => this.#usedIn(one, minute));
      }),
    );
  }

  #usedIn(counted: Counted, minute: number): number {
    const select = this.#file.connection.prepare('SELECT used FROM windows WHERE minute = ? AND counted = ?');
    return Number(select.get(minute, nameOf(counted))?.['used'] ?? 0);
  }

  #add(counted: Counted, minute: number, count: number): void {
    const add = this.#file.connection.prepare(
      'INSERT INTO windows VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET used = used + excluded.used',
    );
    add.run(minute, nameOf(counted), count);
    this.#file.connection.prepare('DELETE FROM windows WHERE minute < ?').run(this.#now().minute - keptMinutes);
  }

  /**
   * Returns the current minute. Call this method only within a transaction: the minute may change while a transaction
   * waits for access to the file.
   */
  #now(): Now {
    const nowMs = this.#clock.now().getTime();
    const minute = Math.floor(nowMs / windowMs);
    return { minute, resetSeconds: Math.ceil(((minute + 1) * windowMs - nowMs) / 1_000) };
  }
}

function nameOf({ key, window }: Counted): string {
  return `${window}/${key.namespace}/${key.name}`;
}
