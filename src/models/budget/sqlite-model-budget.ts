import type { Clock } from '../../clock/port.ts';
import { promised, SqliteFile } from '../../files/sqlite-file.ts';
import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import { BudgetUnavailable, type BudgetReservation, type BudgetUse, type ModelBudget } from './port.ts';

interface Options {
  /** Path of the SQLite file. Several processes on one machine may open it. */
  file: string;
  clock: Pick<Clock, 'now'>;
  busyTimeoutMs?: number;
}

const migrations = [
  `
  CREATE TABLE reservations (
    account TEXT NOT NULL, -- namespace/name
    job_id TEXT NOT NULL,
    stage TEXT NOT NULL,
    day INTEGER NOT NULL, -- number of days since 1970
    reserved INTEGER NOT NULL, -- millionths of a US dollar
    spent INTEGER, -- NULL until the reservation is settled
    PRIMARY KEY (account, job_id, stage)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX reservations_by_day ON reservations (day, account);
  `,
];

const dayMs = 86_400_000;
/** Number of days that a reservation is kept after its own day. */
const keptDays = 3;

/** Budgets for models in a SQLite file. Each reservation also deletes those of past days. */
export class SqliteModelBudget implements ModelBudget {
  readonly #file: SqliteFile;
  readonly #clock: Pick<Clock, 'now'>;

  constructor({ file, clock, busyTimeoutMs = 5_000 }: Options) {
    const failure = (message: string, cause?: unknown) => new BudgetUnavailable(message, { cause });
    this.#file = new SqliteFile({ file, migrations, busyTimeoutMs, failure });
    this.#clock = clock;
  }

  close(): void {
    this.#file.close();
  }

  reserve(
    { account, jobId, stage }: BudgetReservation,
    { wantedMicroUsd, limitMicroUsd }: { wantedMicroUsd: number; limitMicroUsd: number },
  ): Promise<number> {
    return promised(() =>
      this.#file.write(() => {
        const { connection } = this.#file;
        const known = connection
          .prepare('SELECT reserved FROM reservations WHERE account = ? AND job_id = ? AND stage = ?')
          .get(keyText(account), jobId, stage);
        if (known !== undefined) return Number(known['reserved']);
        const today = this.#today();
        const { spentMicroUsd, reservedMicroUsd } = this.#usedOn(today, account);
        const left = limitMicroUsd - spentMicroUsd - reservedMicroUsd;
        const amount = Math.max(0, Math.min(wantedMicroUsd, left));
        connection
          .prepare('INSERT INTO reservations VALUES (?, ?, ?, ?, ?, NULL)')
          .run(keyText(account), jobId, stage, today, amount);
        connection.prepare('DELETE FROM reservations WHERE day < ?').run(today - keptDays);
        return amount;
      }),
    );
  }

  settle({ account, jobId, stage }: BudgetReservation, spentMicroUsd: number): Promise<void> {
    return promised(() => {
      this.#file.single(() =>
        this.#file.connection
          .prepare('UPDATE reservations SET spent = ? WHERE account = ? AND job_id = ? AND stage = ? AND spent IS NULL')
          .run(spentMicroUsd, keyText(account), jobId, stage),
      );
    });
  }

  used(accounts: readonly ObjectKey[]): Promise<BudgetUse[]> {
    return promised(() =>
      this.#file.read(() => {
        const today = this.#today();
        return accounts.map((account) => this.#usedOn(today, account));
      }),
    );
  }

  #usedOn(day: number, account: ObjectKey): BudgetUse {
    const row = this.#file.connection
      .prepare(
        `SELECT sum(spent) AS spent, sum(reserved) FILTER (WHERE spent IS NULL) AS reserved
        FROM reservations WHERE day = ? AND account = ?`,
      )
      .get(day, keyText(account));
    return { spentMicroUsd: Number(row?.['spent'] ?? 0), reservedMicroUsd: Number(row?.['reserved'] ?? 0) };
  }

  /** Returns the current day. Call it only within a transaction, because a transaction may wait past midnight. */
  #today(): number {
    return Math.floor(this.#clock.now().getTime() / dayMs);
  }
}
