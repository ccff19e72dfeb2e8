/** Who acted: a person who signed in, a command, an API key, or this program itself. */
export interface AuditActor {
  kind: 'person' | 'link' | 'kubernetes' | 'command' | 'api_key' | 'system';
  /** Stable id of the actor: the subject of the identity provider, the user of a kubeconfig, the name of an API key. */
  subject: string;
  /** Name for people, as the actor had it at that time. */
  name?: string | undefined;
  groups?: readonly string[] | undefined;
  /** Public id of the session. It does not let anyone act in the session. */
  session?: string | undefined;
}

/** The object of an action. `hint` is the visible part of an API key, which identifies the key after its deletion. */
export interface AuditTarget {
  kind: string;
  namespace: string;
  name: string;
  uid?: string | undefined;
  hint?: string | undefined;
  /** Name of the account, in the same namespace, that the object is or belongs to. Its owners see the row. */
  account?: string | undefined;
}

export interface AuditSource {
  ip?: string | undefined;
  userAgent?: string | undefined;
  requestId?: string | undefined;
}

/** How an action ended. `started` stays if the process ended before it could record the outcome. */
export type AuditOutcome = 'started' | 'done' | 'refused' | 'failed';

/** One action. It contains no secret. The target is copied, so that the row stays readable after a deletion. */
export interface AuditRow {
  /** UUID, such as of version 7. */
  id: string;
  /** RFC 3339, with milliseconds. */
  time: string;
  actor: AuditActor;
  source: AuditSource;
  /** Name of an operation, such as `api_key.create`, or of an action of the dashboard, such as `session.start`. */
  action: string;
  target?: AuditTarget | undefined;
  /** Changed fields, before and after. */
  before?: Record<string, unknown> | undefined;
  after?: Record<string, unknown> | undefined;
  outcome: AuditOutcome;
  /** Why the action was made, in the words of the actor. */
  reason?: string | undefined;
  /** Number of equal actions that this row stands for, such as failed sign-ins of one source in one minute. */
  count?: number | undefined;
}

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
   * Where the next page begins; undefined if no older row matches. A page of a narrow filter may have few rows or none
   * although older ones match, because the search for one page is limited.
   */
  cursor: string | undefined;
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
  page(filter: AuditFilter, page: { limit: number; cursor: string | undefined }): Promise<AuditPage>;
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
