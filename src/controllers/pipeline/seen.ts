import type { LedgerPosition } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { Issue } from '../../schema/issue.ts';
import type { AttemptEnd } from '../../domain/retry.ts';
import type { SeenAttempt, WholeResult } from './attempt-end.ts';

/** Facts about a job, read by `gather`. Reading them changes nothing. */
export interface Facts {
  job: AdJob;
  /** Errors in the spec, looked for only while the job is PENDING. A spec without errors has its defaults filled in. */
  problems: readonly Issue[];
  /** Looked up only for a job that is not admitted yet; otherwise all true. */
  parties: Parties;
  /** Every attempt that the launcher lists, of any stage. */
  attempts: readonly SeenAttempt[];
  /** End of the attempt that is recorded as running and that the launcher does not list. */
  missing: AttemptEnd<WholeResult> | undefined;
  /** True if the job fails when none of its pages can be read. Set by the account, otherwise by the installation. */
  requiresReadableBrand: boolean;
  /** True if the hold of a finished job may still be open. */
  isHoldOpen: boolean;
  /** Retirement of a deleted job; undefined until the ledger was asked. */
  retirement: SeenRetirement | undefined;
}

/** Facts together with what `admit` got from the ledger and the slots: everything that `decide` knows. */
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

/** Answer of the ledger about a job that no status shows as admitted. */
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
  /** Position to record on the object; undefined if nothing was charged or the account is gone. */
  at: LedgerPosition | undefined;
  /** True if the status of the account has reached this position, in the same epoch. */
  isCopied: boolean;
  /** True if the ledger knows that the object carries the position. */
  isConfirmed: boolean;
}

/** Installation-wide values that decisions depend on. */
export interface Rules {
  /** Files of a response are linked below this URL. */
  publicBase: string;
}
