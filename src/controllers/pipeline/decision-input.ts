import type { RedrawState } from '../../domain/redraw.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import type { AdJob } from '../../schema/adjob.ts';
import type { ModelCallsStatus } from '../../schema/model-calls.ts';
import type { Issue } from '../../schema/issue.ts';
import type { AttemptEnd } from '../../domain/retry.ts';
import type { SeenAttempt, WholeResult } from './attempt-end.ts';
import type { RedrawSource } from './stage-input.ts';

export interface Facts {
  job: AdJob;
  /**
   * Errors in the spec of a PENDING job. The spec is not checked in later phases. If there are no errors, `job` has a
   * spec with all defaults filled in.
   */
  problems: readonly Issue[];
  /**
   * Facts about the job's account and API key. They are looked up only for a job that is not accepted yet. For any
   * other job, all fields are true.
   */
  parties: Parties;
  attempts: readonly SeenAttempt[];
  /**
   * Outcome of a lost attempt: the status records it as running, but the stage launcher does not list it. Undefined if
   * no attempt is lost.
   */
  missing: AttemptEnd<WholeResult> | undefined;
  /** File that the stage needs and that the artifact store does not have. Looked up only after a failed attempt. */
  missingFile?: string | undefined;
  requiresReadableBrand: boolean;
  /** Calls of models by a stage whose attempt has ended or whose job ends. Undefined if it has no models, or continues. */
  modelCalls: SeenModelCalls | undefined;
  /** The redraw of the finished job that an operator requests and that has not ended. */
  redraw: SeenRedraw | undefined;
  /** True if credits may still be reserved for the finished job. */
  isHoldOpen: boolean;
  /**
   * How far the charge of a job that is being deleted is recorded: in the ledger, in the AdJob, in the account's status.
   * Undefined until the ledger was asked.
   */
  retirement: SeenRetirement | undefined;
}

/** Calls of models by a stage, all of its attempts together. */
export interface SeenModelCalls {
  stage: string;
  calls: readonly ModelCallsStatus[];
  /** True if no attempt of the stage makes further calls. */
  isFinal: boolean;
}

export interface SeenRedraw {
  number: number;
  /** State in the annotation of the AdJob. Undefined if the controller has not recorded the start. */
  recorded: RedrawState['state'] | undefined;
  /** Brief of the redraw, or the reason for refusing the redraw. Undefined after its start is recorded. */
  source: RedrawSource | { refusal: string } | undefined;
}

/**
 * Everything that `decide` knows about a job: the facts that `gather` read, and the answers that `admit` got from the
 * ledger and from the start gate (which limits the number of running jobs).
 */
export interface DecisionInput extends Facts {
  jobId: string;
  admission: LedgerAdmission;
  /** True if the job has a slot for its next stage or for its redraw. */
  mayStart: boolean;
  /** True if a model of its next stage is in use by as many stages as it may be, or if other jobs wait for the model. */
  isModelBusy?: true;
}

export interface Parties {
  accountExists: boolean;
  keyExists: boolean;
  isKeyOwn: boolean;
}

export type LedgerAdmission =
  /**
   * The ledger was not asked whether the job may run, because the status already shows the answer or the job has no
   * finalizer yet.
   */
  | { kind: 'known' }
  /** The credits are reserved. `isCancelled`: a client cancelled the job before its AdJob existed. */
  | { kind: 'admitted'; credits: number; isCancelled: boolean }
  | { kind: 'insufficient'; required: number; available: number }
  /** The AdJob was run before, as this job. */
  | { kind: 'ran-before'; earlierId: string }
  /** The name of the AdJob is the id of another job. */
  | { kind: 'taken' }
  /** The acceptance of the job was revoked. No client got a success response for this job. */
  | { kind: 'given-up' }
  /** The ledger was not asked, because the job fails for another reason. No credits are reserved. */
  | { kind: 'unasked' };

export interface SeenRetirement {
  /**
   * Ledger position (epoch and sequence number) from which the account's total of charges of deleted jobs includes the
   * charge of this job. The AdJob records this position. Undefined if nothing was charged or the account is gone.
   */
  at: LedgerPosition | undefined;
  /**
   * True if the account's status was copied from the ledger at the position `at` or later, so that it includes the
   * charge.
   */
  isCopied: boolean;
  /** True if the ledger has noted that the AdJob records the position `at`. */
  isConfirmed: boolean;
}

export interface Rules {
  publicBase: string;
  /** Maximum time in seconds for which the container of a stage may fail to start, over all of its pods. */
  imagePullSeconds: number;
}
