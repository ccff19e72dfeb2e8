import {
  AuditLogUnavailable,
  type AskedPage,
  type AuditFilter,
  type AuditLog,
  type AuditOutcome,
  type AuditPage,
  type AuditRow,
} from '../../../src/audit-log/port.ts';
import { dayAt, dayOf, isWithin, positionOf } from '../../../src/audit-log/row-files.ts';
import { passes } from '../../../src/audit-log/row-filter.ts';

/** An audit log in memory that can be told to fail. */
export class MemoryAuditLog implements AuditLog {
  /** Rows in the order in which they were written. */
  rows: AuditRow[] = [];
  isFull = false;

  async write(row: AuditRow): Promise<void> {
    await this.#checked();
    const position = positionOf(row);
    if (!this.rows.some((known) => positionOf(known) === position)) this.rows.push(row);
  }

  async finish({ id }: Pick<AuditRow, 'id'>, outcome: Exclude<AuditOutcome, 'started'>): Promise<void> {
    await this.#checked();
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, outcome } : row));
  }

  async page(filter: AuditFilter, { limit, cursor }: AskedPage): Promise<AuditPage> {
    await this.#checked();
    const found = this.#found(filter, cursor);
    const last = found.length > limit ? found[limit - 1] : undefined;
    return { rows: found.slice(0, limit), cursor: last && positionOf(last) };
  }

  check(): Promise<void> {
    return this.#checked();
  }

  async *all(filter: AuditFilter): AsyncGenerator<AuditRow, void, undefined> {
    await this.#checked();
    yield* this.#found(filter, undefined);
  }

  async deleteBefore(time: Date): Promise<void> {
    await this.#checked();
    this.rows = this.rows.filter((row) => dayOf(positionOf(row)) >= dayAt(time));
  }

  #found(filter: AuditFilter, cursor: string | undefined): AuditRow[] {
    return this.rows
      .filter((row) => isWithin(positionOf(row), filter, cursor) && passes(row, filter))
      .sort((one, other) => (positionOf(one) < positionOf(other) ? 1 : -1));
  }

  #checked(): Promise<void> {
    return this.isFull ? Promise.reject(new AuditLogUnavailable('the audit log is full')) : Promise.resolve();
  }
}
