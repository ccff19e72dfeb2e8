import type { CreditTotals } from '../domain/credit-totals.ts';
import type { LedgerPosition } from '../domain/ledger-position.ts';
import type { ObjectKey } from '../objects/object-key.ts';

export type { LedgerPosition };

/** Balance of an account in whole credits. `available` is `granted - reserved - spent`. */
export interface Balance {
  granted: number;
  /** Credits held for unfinished jobs. */
  reserved: number;
  /** Credits charged for jobs that succeeded. */
  spent: number;
  /** Part of `spent` that belongs to deleted AdJobs. It cannot be recomputed from the remaining AdJobs. */
  retired: number;
  /**
   * Ids of jobs whose charge is retired, but for which `noted` was not called yet: their AdJobs may not record the
   * retirement. Sorted; at most `retiringMax` + 1 ids.
   */
  retiring: readonly string[];
  available: number;
}

/** The AdJob that a job id is bound to. */
export interface JobObject extends ObjectKey {
  uid: string;
}

export interface AdmissionRequest {
  jobId: string;
  /** The account that pays. */
  account: ObjectKey;
  /** Credits to hold. */
  credits: number;
  /**
   * Last ledger position (epoch and sequence number) that was copied to the account's status. A ledger behind this
   * position has lost data.
   */
  seen: LedgerPosition | undefined;
  /** `request`: a job of the API, whose AdJob does not exist yet. `applied`: a job whose AdJob exists. */
  origin:
    | { kind: 'request'; object: ObjectKey; intent: string; idempotency?: IdempotentRequest }
    | { kind: 'applied'; object: JobObject };
}

export interface IdempotentRequest {
  /** Idempotency key, scoped to the caller and the endpoint. */
  key: string;
  /** Hash of the request body. Equal hashes mean equal requests. */
  requestHash: string;
}

export type AdmissionResult =
  /** The credits are held for the job, by this call or by an earlier identical call. */
  | { kind: 'accepted' }
  /** The same request was admitted before as this job. */
  | { kind: 'replayed'; jobId: string }
  /** The idempotency key belongs to another request. */
  | { kind: 'reused' }
  | { kind: 'insufficient'; available: number }
  /** `abort` was called for this job before. */
  | { kind: 'given-up' };

export type BindResult =
  /** The job id is bound to this object. `isCancelled`: a client cancelled the job before the job had an object. */
  | { kind: 'bound'; credits: number; isCancelled: boolean }
  /** No job with this id, namespace, name and account was admitted: a user applied the object. */
  | { kind: 'unknown' }
  /** The job id is bound to another object. */
  | { kind: 'taken' }
  /** The job was aborted, or its intent was ended, before the job had an object. */
  | { kind: 'given-up' };

/**
 * Result of closing a hold. `unknown`: the ledger has no entry for the job. `contradiction`: the hold was closed in the
 * other way (charged or not), or is bound to another object; nothing was changed.
 */
export type CloseResult = 'done' | 'unknown' | 'contradiction';

/**
 * Admits jobs and closes their holds. Each call is atomic and idempotent. Every failure is a `LedgerError`.
 *
 * Guarantee: no `admit` makes `available` negative; a hold is closed once, by a settle or a release.
 */
export interface Ledger {
  /**
   * Checks the idempotency key, then the balance. In one step, holds the credits and stores the intent (the AdJob to
   * create) and the idempotency key (for 24 hours). A request that is not accepted changes nothing.
   */
  admit(admission: AdmissionRequest): Promise<AdmissionResult>;
  /**
   * Binds the job id to the first object that has this id. Drops the intent of the job unless a client cancelled the
   * job.
   */
  bind(jobId: string, object: JobObject, account: ObjectKey): Promise<BindResult>;
  /** Charges the hold of a job that succeeded. */
  settle(jobId: string, uid: string): Promise<CloseResult>;
  /**
   * Closes the hold of a job that did not succeed, without a charge. `uid` is undefined for a job without an object.
   */
  release(jobId: string, uid: string | undefined): Promise<CloseResult>;
  /**
   * Revokes an `admit` whose outcome is unknown, even if that `admit` reaches the ledger after this call. Returns
   * `kept` if the job has an object, if the intent of the job was ended, or if a client got the job id as `replayed`.
   */
  abort(jobId: string): Promise<'aborted' | 'kept'>;
  /**
   * Counts the charge of a closed hold as `retired`, before the AdJob is deleted. Returns the ledger position from
   * which the charge counts as retired; the ledger entry of the job then expires after seven days. Returns undefined if
   * there is no such hold or the hold is open.
   */
  retire(jobId: string, uid: string): Promise<LedgerPosition | undefined>;
  /**
   * Removes the job from `retiring`: its AdJob now records the ledger position at which the job was retired. Has no
   * effect if this ledger retired the job at another position.
   */
  noted(jobId: string, at: LedgerPosition): Promise<void>;
}

export interface HistoryEntry {
  id: string;
  /** RFC 3339, with milliseconds. */
  time: string;
  kind: 'grant' | 'reserve' | 'settle' | 'release';
  /** A positive number of credits. */
  amount: number;
  /** Null for a grant. */
  jobId: string | null;
  /** Null for entries of other kinds, and for grants of older versions, which did not store the grant id. */
  grantId: string | null;
}

export interface HistoryPage {
  /** Newest first. */
  entries: HistoryEntry[];
  /** Cursor of the next page; undefined on the last page. */
  cursor: string | undefined;
}

export interface Balances {
  /**
   * Grants credits to an account. A grant id counts only once. `different`: this id was granted before with another
   * amount, and that amount stays.
   */
  grant(account: ObjectKey, grant: { id: string; amount: number }): Promise<'granted' | 'known' | 'different'>;
  /** Returns the balance, all zero for an unknown account, and the position of the ledger at the same moment. */
  balance(account: ObjectKey): Promise<Balance & { position: LedgerPosition }>;
  /** Returns a page of the history, newest first. `cursor` is from the previous page; undefined for the first page. */
  history(account: ObjectKey, page: { limit: number; cursor: string | undefined }): Promise<HistoryPage>;
}

/** An admitted job whose AdJob does not exist yet. */
export interface Intent {
  jobId: string;
  account: ObjectKey;
  /** The AdJob to create, as passed to `admit`. */
  payload: string;
  /** RFC 3339 with milliseconds, by the ledger's clock. */
  createdTime: string;
  isCancelled: boolean;
  /** Reason why the AdJob will never be created; the hold is then released. Undefined: the AdJob is to be created. */
  error: string | undefined;
}

export interface Intents {
  get(jobId: string): Promise<Intent | undefined>;
  /**
   * Returns intents by job id, which for jobs of the API is the order of creation. `after`: last id of the previous
   * page.
   */
  list(page: { limit: number; after?: string | undefined }): Promise<Intent[]>;
  /** Marks the job as cancelled. Returns false if the job has no intent. */
  cancel(jobId: string): Promise<boolean>;
  /**
   * Ends a job whose AdJob will not be created: releases its hold, and stores the first error. A later `bind` returns
   * `given-up`. `bound`: the job has an object; nothing was changed.
   */
  end(jobId: string, error: string): Promise<'ended' | 'bound' | 'unknown'>;
  /** Deletes the intent of the job. */
  drop(jobId: string): Promise<void>;
}

/** Credits held for a job. */
export interface Hold {
  jobId: string;
  account: ObjectKey;
  credits: number;
  createdTime: string;
  /** Undefined until the job id is bound. */
  object: JobObject | undefined;
  hasIntent: boolean;
}

/** Data of one account for `rebuild`. */
export interface RebuiltAccount {
  account: ObjectKey;
  grants: readonly { id: string; amount: number }[];
  retired: number;
  jobs: readonly { jobId: string; object: JobObject; credits: number; state: 'reserved' | 'settled' | 'released' }[];
}

export interface LedgerAudit {
  /** Returns the ledger position; undefined if the ledger was never initialised or is lost. */
  position(): Promise<LedgerPosition | undefined>;
  /** Initialises an empty ledger. Returns false if the ledger exists. */
  begin(epoch: string): Promise<boolean>;
  /** Returns open holds by job id. `after`: last id of the previous page. */
  listHolds(page: { limit: number; after?: string | undefined }): Promise<Hold[]>;
  /** Restores a lost hold; `available` may become negative. Returns false if the ledger has an entry for the job. */
  restoreHold(hold: { jobId: string; account: ObjectKey; credits: number; object: JobObject }): Promise<boolean>;
  /** Returns the sums of the account's entries, for a comparison with its balance. */
  sums(account: ObjectKey): Promise<CreditTotals>;
  /**
   * Deletes the ledger and rebuilds it from the accounts. All other calls fail with `Lost` until the rebuild is
   * complete. Intents and idempotency keys are lost: only the ledger stores them.
   */
  rebuild(accounts: AsyncIterable<RebuiltAccount>, epoch: string): Promise<void>;
}

/**
 * `Unavailable`: the outcome of the call is unknown; repeat the call, or call `abort`. `Lost`: the ledger has no data,
 * or is older than the last known position; nothing was changed.
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

/** Reports whether the error is a `LedgerError` with one of the given reasons, or with any reason if none is given. */
export function isLedgerError(error: unknown, ...reasons: LedgerErrorReason[]): error is LedgerError {
  return error instanceof LedgerError && (reasons.length === 0 || reasons.includes(error.reason));
}

/** A ledger with all its interfaces: admissions, balances, intents and audit. */
export type WholeLedger = Ledger & Balances & { intents: Intents; audit: LedgerAudit };
