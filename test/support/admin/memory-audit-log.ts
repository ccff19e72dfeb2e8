import {
  AuditLogUnavailable,
  type AuditFilter,
  type AuditLog,
  type AuditOutcome,
  type AuditRow,
} from '../../../src/audit-log/port.ts';

/** An audit log in memory that can be told to fail. */
export class MemoryAuditLog implements AuditLog {
  rows: AuditRow[] = [];
  isFull = false;

  async write(row: AuditRow): Promise<void> {
    await this.#checked();
    this.rows.push(row);
  }

  async finish({ id }: Pick<AuditRow, 'id'>, outcome: Exclude<AuditOutcome, 'started'>): Promise<void> {
    await this.#checked();
    this.rows = this.rows.map((row) => (row.id === id ? { ...row, outcome } : row));
  }

  async page(_filter: AuditFilter, { limit }: { limit: number }) {
    await this.#checked();
    return { rows: this.rows.toReversed().slice(0, limit), cursor: undefined };
  }

  async *all(): AsyncIterable<AuditRow> {
    await this.#checked();
    yield* this.rows.toReversed();
  }

  async deleteBefore(time: Date): Promise<void> {
    await this.#checked();
    this.rows = this.rows.filter((row) => Date.parse(row.time) >= time.getTime());
  }

  #checked(): Promise<void> {
    return this.isFull ? Promise.reject(new AuditLogUnavailable('the audit log is full')) : Promise.resolve();
  }
}
