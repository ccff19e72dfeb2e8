import type { AuditActor, AuditOutcome, AuditRow, AuditSource, AuditTarget } from '../schema/audit-row.ts';

export type { AuditActor, AuditOutcome, AuditRow, AuditSource, AuditTarget };

export interface AuditFilter {
  /** Part of the subject or name of the actor. */
  actor?: string | undefined;
  /** Start of the action, such as `api_key.`. */
  action?: string | undefined;
  /** Part of the namespace and name, or the hint, of the target. */
  target?: string | undefined;
  /** Only rows for which this returns true, such as rows of the accounts of an owner. */
  isSeen?: (row: AuditRow) => boolean;
  /** First and last time, both inclusive, in milliseconds. */
  from?: Date | undefined;
  to?: Date | undefined;
}

export interface AuditPage {
  /** Newest row first. */
  rows: AuditRow[];
  /**
   * Cursor of the next page; undefined if no older row matches. A page of a narrow filter may have few rows or none
   * although older ones match, because the search for one page is limited.
   */
  cursor: string | undefined;
  /** Time back to which the log was searched, if a limit ended the search before the page was full. */
  searchedTo?: string;
}

export interface AskedPage {
  limit: number;
  cursor: string | undefined;
  /** The search ends early when it aborts, such as when the client has disconnected. */
  signal?: AbortSignal;
}

/**
 * Append-only record of actions. Every method rejects with `AuditLogUnavailable` if the log cannot be used, and with
 * `NotLeadingError` where only the leader may write.
 */
export interface AuditLog {
  /**
   * Writes a row. Once the promise resolves, the row survives a crash. A row whose id and time the log already has is
   * not written again, so the call can be repeated. Fields that are too long are shortened.
   */
  write(row: AuditRow): Promise<void>;
  /** Records how the action of a row ended. The row itself is not changed. */
  finish(row: Pick<AuditRow, 'id' | 'time'>, outcome: Exclude<AuditOutcome, 'started'>): Promise<void>;
  page(filter: AuditFilter, page: AskedPage): Promise<AuditPage>;
  /** Resolves if rows can be written: a full store may still be read. Costs one call of the store. */
  check(): Promise<void>;
  /** Yields all matching rows, newest first. Rows that are written after the call may be missing. */
  all(filter: AuditFilter): AsyncIterable<AuditRow>;
  /** Deletes the rows of the days (in UTC) that ended before a time. Ends early when the signal aborts. */
  deleteBefore(time: Date, signal?: AbortSignal): Promise<void>;
}

export class AuditLogUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'AuditLogUnavailable';
  }
}
