import type { CreditTotals } from '../domain/credit-totals.ts';
import type { LedgerPosition } from '../domain/ledger-position.ts';
import type { ObjectKey } from '../objects/object-key.ts';

export type { LedgerPosition };

/** Balance of an account in whole credits. `available` is `granted - reserved - spent`. */
export interface Balance {
  granted: number;
  reserved: number;
  spent: number;
  /**
   * Part of `spent` that was charged for jobs whose AdJobs are deleted. This part cannot be computed again from the
   * remaining AdJobs.
   */
  retired: number;
  /**
   * Ids of jobs whose charge is already included in `retired` (charges of deleted jobs), but whose AdJob may not record
   * this yet, because `noted` was not called. The ids are sorted; there are at most `retiringMax` + 1.
   */
  retiring: readonly string[];
  available: number;
}

export interface JobObject extends ObjectKey {
  uid: string;
}

export interface AdmissionRequest {
  jobId: string;
  account: ObjectKey;
  credits: number;
  /**
   * Last ledger position (epoch and sequence number) that was copied to the account's status. A ledger that is behind
   * this position has lost data.
   */
  seen: LedgerPosition | undefined;
  /**
   * Origin of the job. `request`: a request to the REST API; the AdJob does not exist yet. `applied`: an existing AdJob
   * that a user created directly.
   */
  origin:
    | { kind: 'request'; object: ObjectKey; intent: string; idempotency?: IdempotentRequest }
    | { kind: 'applied'; object: JobObject };
}

export interface IdempotentRequest {
  /** Idempotency key of the request, made unique for each caller and endpoint. */
  key: string;
  /** Hash of the request body. Requests with equal hashes count as the same request. */
  requestHash: string;
}

export type AdmissionResult =
  /** The credits are reserved for the job, by this call or by an earlier identical call. */
  | { kind: 'accepted' }
  /** The same request was accepted before, as the job with this id. */
  | { kind: 'replayed'; jobId: string }
  /** The idempotency key was used before for a different request. */
  | { kind: 'reused' }
  | { kind: 'insufficient'; available: number }
  /** The job is refused, because `abort` was called for its id before. */
  | { kind: 'given-up' };

export type BindResult =
  /** The job id is assigned to this AdJob. `isCancelled`: a client cancelled the job before the AdJob existed. */
  | { kind: 'bound'; credits: number; isCancelled: boolean }
  /** The ledger has accepted no job with this id, namespace, name and account, so a user created the AdJob directly. */
  | { kind: 'unknown' }
  /** The job id is already assigned to another AdJob. */
  | { kind: 'taken' }
  /** The job was revoked or given up before it had an AdJob. */
  | { kind: 'given-up' };

/**
 * Result of charging or releasing the reserved credits of a job. `unknown`: the ledger has no entry for the job.
 * `contradiction`: the opposite was done before, or the job id is assigned to another AdJob; nothing was changed.
 */
export type CloseResult = 'done' | 'unknown' | 'contradiction';

/**
 * Accepts jobs by reserving their credits, and later charges or releases these credits. Each call is atomic and
 * idempotent. Every failure is a `LedgerError`.
 *
 * Guarantee: no call of `admit` makes `available` negative. The reserved credits of a job are charged or released only
 * once.
 */
export interface Ledger {
  /**
   * Checks the idempotency key, then the balance. In one step, reserves the credits and stores the AdJob to create and
   * the idempotency key (for 24 hours). A request that is not accepted changes nothing.
   */
  admit(admission: AdmissionRequest): Promise<AdmissionResult>;
  /**
   * Assigns the job id to this AdJob, unless the id is already assigned to another AdJob. Deletes the stored request to
   * create the AdJob, unless a client cancelled the job.
   */
  bind(jobId: string, object: JobObject, account: ObjectKey): Promise<BindResult>;
  /**
   * Assigns the id of a job whose credits are still reserved to another AdJob of the same namespace, name and account,
   * which a backup has restored. Call this method only if the earlier AdJob does not exist any more. Returns `taken` and
   * changes nothing if the job has ended, the AdJob differs, or other credits are reserved than the AdJob needs.
   */
  rebind(jobId: string, object: JobObject, account: ObjectKey, credits: number): Promise<BindResult>;
  settle(jobId: string, uid: string): Promise<CloseResult>;
  /** Releases the reserved credits of a job that did not succeed. `uid` is undefined for a job without an AdJob. */
  release(jobId: string, uid: string | undefined): Promise<CloseResult>;
  /**
   * Revokes a call of `admit` whose outcome is unknown, even if that call reaches the ledger after `abort`. Returns
   * `kept` if the job cannot be revoked any more, because the job has an AdJob, was already given up, or became known
   * to a client as the result `replayed`.
   */
  abort(jobId: string): Promise<'aborted' | 'kept'>;
  /**
   * Adds the charge of a finished job to `retired`, before the AdJob is deleted. Returns the ledger position (epoch and
   * sequence number) from which `retired` includes the charge. The ledger entry of the job then expires after seven
   * days. Returns undefined if the job is unknown or its credits are still reserved.
   */
  retire(jobId: string, uid: string): Promise<LedgerPosition | undefined>;
  /**
   * Removes the job from the list `retiring`. Call this method when the AdJob of the job records `at`, the ledger
   * position (epoch and sequence number) from which the account's total `retired` includes the charge of the job. Has
   * no effect if this ledger added the charge to `retired` at another position.
   */
  noted(jobId: string, at: LedgerPosition): Promise<void>;
}

export interface HistoryEntry {
  id: string;
  /** Time of the entry in RFC 3339 format, with milliseconds. */
  time: string;
  kind: 'grant' | 'reserve' | 'settle' | 'release';
  /** Number of credits, always positive. */
  amount: number;
  jobId: string | null;
  /** Id of the grant. Null for other kinds of entries, and for grants of older versions, which did not store the id. */
  grantId: string | null;
}

export interface HistoryRequest {
  limit: number;
  cursor: string | undefined;
  /** Default: no limit of time. Has no effect with a cursor. */
  until?: Date;
}

export interface HistoryPage {
  entries: HistoryEntry[];
  cursor: string | undefined;
}

export interface Balances {
  /**
   * Grants credits to an account. A grant id counts only once. `different`: this id was granted before with another
   * amount, and the first amount stays.
   */
  grant(account: ObjectKey, grant: { id: string; amount: number }): Promise<'granted' | 'known' | 'different'>;
  /**
   * Returns the balance of the account, and the ledger position (epoch and sequence number) at the same moment. All
   * amounts are 0 for an unknown account.
   */
  balance(account: ObjectKey): Promise<Balance & { position: LedgerPosition }>;
  /**
   * Returns a page of the account's history, newest entry first. `cursor` comes from the previous page, and is
   * undefined for the first page, which starts at the newest entry up to the time `until`.
   */
  history(account: ObjectKey, page: HistoryRequest): Promise<HistoryPage>;
}

/** Ledger's record of an accepted job whose AdJob does not exist yet. */
export interface Intent {
  jobId: string;
  account: ObjectKey;
  /** AdJob to create, as JSON text, in the form in which it was passed to `admit`. */
  payload: string;
  /** Time at which the job was accepted, in RFC 3339 format with milliseconds, by the clock of the ledger. */
  createdTime: string;
  isCancelled: boolean;
  /**
   * Reason why the AdJob will never be created; the reserved credits are then released. Undefined while the AdJob is
   * still to be created.
   */
  error: string | undefined;
}

export interface Intents {
  get(jobId: string): Promise<Intent | undefined>;
  /**
   * Returns a page of the intents (accepted jobs without an AdJob), ordered by job id. For jobs of the REST API, this
   * is the order of creation. `after` is the last job id of the previous page.
   */
  list(page: { limit: number; after?: string | undefined }): Promise<Intent[]>;
  /** Marks an accepted job without an AdJob as cancelled. Returns false if there is no such job. */
  cancel(jobId: string): Promise<boolean>;
  /**
   * Gives up a job whose AdJob will not be created: releases its reserved credits, and stores the error of the first
   * call. A later `bind` returns `given-up`. Returns `bound` and changes nothing if the job has an AdJob.
   */
  end(jobId: string, error: string): Promise<'ended' | 'bound' | 'unknown'>;
  drop(jobId: string): Promise<void>;
}

export interface Hold {
  jobId: string;
  account: ObjectKey;
  credits: number;
  createdTime: string;
  object: JobObject | undefined;
  hasIntent: boolean;
}

export interface RebuiltAccount {
  account: ObjectKey;
  grants: readonly { id: string; amount: number }[];
  retired: number;
  jobs: readonly { jobId: string; object: JobObject; credits: number; state: 'reserved' | 'settled' | 'released' }[];
}

export interface LedgerAudit {
  /**
   * Returns the ledger position (epoch and sequence number), or undefined if the ledger was never initialised or is
   * lost.
   */
  position(): Promise<LedgerPosition | undefined>;
  /** Initialises an empty ledger. Returns false if the ledger already exists. */
  begin(epoch: string): Promise<boolean>;
  /** Returns a page of the open holds, ordered by job id. `after` is the last job id of the previous page. */
  listHolds(page: { limit: number; after?: string | undefined }): Promise<Hold[]>;
  /**
   * Reserves the credits of a job again after their reservation was lost; `available` may become negative. Returns
   * false if the ledger has an entry for the job.
   */
  restoreHold(hold: { jobId: string; account: ObjectKey; credits: number; object: JobObject }): Promise<boolean>;
  sums(account: ObjectKey): Promise<CreditTotals>;
  /**
   * Deletes the ledger and rebuilds it from the accounts. All other calls fail with `Lost` until the rebuild is
   * complete. The rebuild loses accepted jobs without an AdJob and idempotency keys, because only the ledger stores
   * these.
   */
  rebuild(accounts: AsyncIterable<RebuiltAccount>, epoch: string): Promise<void>;
}

/**
 * Reason for a failed ledger call. `Unavailable`: the outcome of the call is unknown; repeat the call, or call `abort`.
 * `Lost`: the ledger has no data, or is older than the last known state; nothing was changed.
 */
export type LedgerErrorReason = 'Unavailable' | 'Lost';

export class LedgerError extends Error {
  readonly reason: LedgerErrorReason;

  constructor(reason: LedgerErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'LedgerError';
    this.reason = reason;
  }
}

export function isLedgerError(error: unknown, ...reasons: LedgerErrorReason[]): error is LedgerError {
  return error instanceof LedgerError && (reasons.length === 0 || reasons.includes(error.reason));
}

export type WholeLedger = Ledger & Balances & { intents: Intents; audit: LedgerAudit };
