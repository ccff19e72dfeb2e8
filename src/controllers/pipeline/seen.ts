import type { LedgerPosition } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { Issue } from '../../schema/issue.ts';
import type { AttemptEnd } from '../../domain/retry.ts';
import type { SeenAttempt, WholeResult } from './attempt-end.ts';

/** Facts about a job, read by `gather`. Reading them changes nothing. */
export interface Facts {
  job: AdJob;
  /**
   * Errors in the spec, which is checked only while the job is PENDING. A spec without errors has its defaults filled
   * in.
   */
  problems: readonly Issue[];
  /**
   * Account and API key of the job. Looked up only for a job that is not admitted yet; otherwise all fields are true.
   */
  parties: Parties;
  /** Every attempt that the launcher lists, of any stage. */
  attempts: readonly SeenAttempt[];
  /** Outcome of the attempt that the status records as running but the launcher does not list. */
  missing: AttemptEnd<WholeResult> | undefined;
  /** True if the job fails when none of its pages can be read. The account decides, or else the installation. */
  requiresReadableBrand: boolean;
  /** True if the hold of a finished job may still be open. */
  isHoldOpen: boolean;
  /** Retirement of a deleted job (how far its charge is recorded); undefined until the ledger was asked. */
  retirement: SeenRetirement | undefined;
}

/**
 * Facts together with the answers that `admit` got from the ledger and the start gate: everything that `decide` knows.
 */
export interface Seen extends Facts {
  jobId: string;
  admission: LedgerAdmission;
  /** True if a slot is free for a job that has no stage running. */
  mayStart: boolean;
}

/** The account and the API key that a job names. */
export interface Parties {
  accountExists: boolean;
  keyExists: boolean;
  /** True if the key belongs to the account. */
  isKeyOwn: boolean;
}

/** Answer of the ledger about a job whose status does not show that the job is admitted. */
export type LedgerAdmission =
  /** Not asked: the status shows the answer, or the job has no finalizer yet. */
  | { kind: 'known' }
  /** The credits are held. `isCancelled`: a client cancelled the job before its object existed. */
  | { kind: 'admitted'; credits: number; isCancelled: boolean }
  | { kind: 'insufficient'; required: number; available: number }
  /** The name of the job is the id of another job. */
  | { kind: 'taken' }
  /** The admission was aborted; no client got a success. */
  | { kind: 'given-up' }
  /** Not asked: the job fails for a reason that needs no ledger. Nothing is held. */
  | { kind: 'unasked' };

export interface SeenRetirement {
  /** Ledger position to record on the AdJob; undefined if nothing was charged or the account is gone. */
  at: LedgerPosition | undefined;
  /** True if the ledger position in the status of the account has reached `at`, in the same epoch. */
  isCopied: boolean;
  /** True if the ledger knows that the AdJob records the position `at`. */
  isConfirmed: boolean;
}

/** Installation-wide values that decisions depend on. */
export interface Rules {
  /** Base of the public URLs of files in a response. */
  publicBase: string;
}
