import type { CreditTotals } from '../domain/credit-totals.ts';
import type { LedgerPosition } from '../domain/ledger-position.ts';
import type { ObjectKey } from '../store/port.ts';

export type { LedgerPosition };

/** `available` is `granted - reserved - spent`. Whole credits. */
export interface Balance {
  granted: number;
  /** Held for jobs that are not finished. */
  reserved: number;
  /** Charged for jobs that succeeded. */
  spent: number;
  /** What of `spent` belongs to jobs that are gone: nobody could add it up again from the resources. */
  retired: number;
  /**
   * Ids of the jobs whose charge is among those `retired` and of which nobody has said yet that it is noted on the object.
   * By id, and never more than `retiringMax` and one.
   */
  retiring: readonly string[];
  available: number;
}

/** The resource that a job id belongs to, once it was seen. */
export interface JobObject extends ObjectKey {
  uid: string;
}

export interface AdmissionRequest {
  jobId: string;
  /** Who pays. */
  account: ObjectKey;
  /** To be held. */
  credits: number;
  /** Where the books were when somebody last copied them: at that or further on they must be, else they were lost. */
  seen: LedgerPosition | undefined;
  /** Of a job that the API makes: its resource is still to come. Of one that was applied: the resource that is there. */
  origin:
    | { kind: 'request'; object: ObjectKey; intent: string; idempotency?: IdempotentRequest }
    | { kind: 'applied'; object: JobObject };
}

export interface IdempotentRequest {
  /** What the client called it, within the caller and the endpoint. */
  key: string;
  /** Of what was asked for: the same hash is the same request. */
  requestHash: string;
}

export type AdmissionResult =
  /** Held now, or by the same call before. */
  | { kind: 'accepted' }
  /** The same request was admitted before, as this job. */
  | { kind: 'replayed'; jobId: string }
  /** The idempotency key belongs to another request. */
  | { kind: 'reused' }
  | { kind: 'insufficient'; available: number }
  /** `abort` was faster. */
  | { kind: 'given-up' };

export type BindResult =
  /** From now on the id belongs to this object. `isCancelled`: a client has asked for it while there was none. */
  | { kind: 'bound'; credits: number; isCancelled: boolean }
  /** No job of that id waits for an object of that namespace, name and account: somebody has applied this one. */
  | { kind: 'unknown' }
  /** The id belongs to another object. */
  | { kind: 'taken' }
  /** The job was given up before its object was seen. */
  | { kind: 'given-up' };

/** `contradiction`: it was closed the other way before, or belongs to another object; nothing was changed. */
export type CloseResult = 'done' | 'unknown' | 'contradiction';

/**
 * Who may have a job made, and what becomes of the credits held for it. Each call is atomic and may be made again: asked
 * twice it does once. Every failure is a `LedgerError`.
 *
 * Guarantee: no `admit` makes `available` negative; a hold is closed once, by a settle or by a release.
 */
export interface Ledger {
  /**
   * Idempotency first, then the balance; holds the credits, keeps the intent and the idempotency key (24 hours) in the same
   * step. What is not accepted leaves nothing behind.
   */
  admit(admission: AdmissionRequest): Promise<AdmissionResult>;
  /** Give the id to the first object seen under it, and drop its intent, unless that was cancelled. */
  bind(jobId: string, object: JobObject, account: ObjectKey): Promise<BindResult>;
  /** The job has succeeded: the hold is charged. */
  settle(jobId: string, uid: string): Promise<CloseResult>;
  /** The job has not succeeded. Without a uid: of a job whose object was never seen. */
  release(jobId: string, uid: string | undefined): Promise<CloseResult>;
  /**
   * Take back an `admit` of which nobody knows whether it happened, also one that is still under way. Loses against a job
   * whose object was seen, whose intent was ended, or which a client was told of as `replayed`: it is `kept`.
   */
  abort(jobId: string): Promise<'aborted' | 'kept'>;
  /**
   * The object of a closed hold is about to go: its charge counts as `retired` from the position that is returned, and the
   * entry is forgotten after seven days. Undefined where there is no such hold, or it is still open.
   */
  retire(jobId: string, uid: string): Promise<LedgerPosition | undefined>;
  /** The object says now that it was retired there: it is not among the `retiring` any more. Of other books nothing is changed. */
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
  /** Null for what is no grant, and for grants told by a version that did not keep it. */
  grantId: string | null;
}

export interface HistoryPage {
  /** Newest first. */
  entries: HistoryEntry[];
  /** Where the next page begins; undefined on the last. */
  cursor: string | undefined;
}

export interface Balances {
  /** An id counts once. `different`: it was granted with another amount, which stays. */
  grant(account: ObjectKey, grant: { id: string; amount: number }): Promise<'granted' | 'known' | 'different'>;
  /** All zero for an account that nobody has granted anything. The position is that of the same moment. */
  balance(account: ObjectKey): Promise<Balance & { position: LedgerPosition }>;
  /** `cursor` from the page before; undefined begins. */
  history(account: ObjectKey, page: { limit: number; cursor: string | undefined }): Promise<HistoryPage>;
}

/** A job that was admitted and whose object nobody has seen yet. */
export interface Intent {
  jobId: string;
  account: ObjectKey;
  /** What the API wanted to create, as it gave it to `admit`. */
  payload: string;
  /** RFC 3339, with milliseconds, by the ledger's clock. */
  createdTime: string;
  isCancelled: boolean;
  /** Why no object will ever be made; the hold is released then. */
  error: string | undefined;
}

export interface Intents {
  get(jobId: string): Promise<Intent | undefined>;
  /** By job id, which for those that the API makes is by age. `after`: the last id of the page before. */
  list(page: { limit: number; after?: string | undefined }): Promise<Intent[]>;
  /** False where there is no intent of that id any more. */
  cancel(jobId: string): Promise<boolean>;
  /**
   * No object will be made of it: its hold is released, and one that still comes is told `given-up`. Asked again it keeps
   * its first error. `bound`: an object was seen, nothing was changed.
   */
  end(jobId: string, error: string): Promise<'ended' | 'bound' | 'unknown'>;
  /** Nobody needs it any more. */
  drop(jobId: string): Promise<void>;
}

/** Credits that are held for a job. */
export interface Hold {
  jobId: string;
  account: ObjectKey;
  credits: number;
  createdTime: string;
  /** Undefined as long as none was seen. */
  object: JobObject | undefined;
  hasIntent: boolean;
}

/** What `rebuild` makes the books of one account from. */
export interface RebuiltAccount {
  account: ObjectKey;
  grants: readonly { id: string; amount: number }[];
  retired: number;
  jobs: readonly { jobId: string; object: JobObject; credits: number; state: 'reserved' | 'settled' | 'released' }[];
}

export interface LedgerAudit {
  /** Undefined: the books were never begun, or are lost. */
  position(): Promise<LedgerPosition | undefined>;
  /** Begin empty books. False where there are some. */
  begin(epoch: string): Promise<boolean>;
  /** Open holds by job id. `after`: the last id of the page before. */
  listHolds(page: { limit: number; after?: string | undefined }): Promise<Hold[]>;
  /** Make a hold that was lost again, below zero if need be. False where the job has an entry. */
  restoreHold(hold: { jobId: string; account: ObjectKey; credits: number; object: JobObject }): Promise<boolean>;
  /** What the entries of an account add up to, to be compared with its balance. */
  sums(account: ObjectKey): Promise<CreditTotals>;
  /**
   * Throw away what there is and make the books anew. Until it is done every other call fails as `Lost`. Intents and
   * idempotency keys are not made again: nothing else has them.
   */
  rebuild(accounts: AsyncIterable<RebuiltAccount>, epoch: string): Promise<void>;
}

/**
 * `Unavailable`: nobody knows whether it happened; asking again, or `abort`, tells. `Lost`: the books are gone, or are older
 * than what was seen of them; nothing happened.
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

/** True for a `LedgerError` with one of the given reasons. */
export function isLedgerError(error: unknown, ...reasons: LedgerErrorReason[]): error is LedgerError {
  return error instanceof LedgerError && (reasons.length === 0 || reasons.includes(error.reason));
}

/** All that one ledger is, behind its four ports. */
export type WholeLedger = Ledger & Balances & { intents: Intents; audit: LedgerAudit };
