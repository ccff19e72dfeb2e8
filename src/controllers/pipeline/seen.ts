import type { AttemptNumber, AttemptObservation } from '../../launch/port.ts';
import type { LedgerPosition } from '../../ledger/port.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import type { Issue } from '../../schema/issue.ts';
import type { StageInput, StageResult } from '../../stages/contract.ts';

/** Everything `decide` may know of a job at one moment, collected by `gather`. */
export interface Seen {
  job: AdJob;
  jobId: string;
  /** What is wrong with the spec; looked for only while the job is PENDING. Then, without any, the spec has its defaults. */
  problems: readonly Issue[];
  admission: LedgerAdmission;
  /** Looked up only for a job that nobody has admitted yet; true else. */
  accountExists: boolean;
  keyExists: boolean;
  /** The account is that of the key. */
  isKeyOwn: boolean;
  /** Every attempt the launcher knows of, of any stage. */
  attempts: readonly AttemptObservation[];
  /** The `result.json` of the attempt that is recorded as running, once that has ended or is missing. */
  result: SeenResult;
  /** Whether there is room for a job that has no stage running. */
  mayStart: boolean;
  /** True if the job fails when none of its pages can be read. Set by the account, else by the installation. */
  requiresReadableBrand: boolean;
  /** Whether the hold of a finished job may still be open. */
  isHoldOpen: boolean;
  /** Of a deleted job: what the ledger said when it was retired; undefined: it is still to be asked. */
  retirement: SeenRetirement | undefined;
}

/** What the ledger says of a job at first sight. */
export type LedgerAdmission =
  /** Not asked: the status tells, or the job is not held yet. */
  | { kind: 'known' }
  /** The credits are held. `isCancelled`: a client has asked for it before there was an object. */
  | { kind: 'admitted'; credits: number; isCancelled: boolean }
  | { kind: 'insufficient'; required: number; available: number }
  /** Its name is the id of another job. */
  | { kind: 'taken' }
  /** It was promised to nobody. */
  | { kind: 'given-up' }
  /** Nothing is held, and what is wrong with the job is known without the ledger. */
  | { kind: 'unasked' };

export interface SeenRetirement {
  /** To be noted on the object; undefined where nothing was charged or nobody is there to remember it. */
  at: LedgerPosition | undefined;
  /** Whether the status of the account has come so far, in the same books. */
  isCopied: boolean;
  /** Whether the ledger was told that the object says so. */
  isConfirmed: boolean;
}

export type SeenResult =
  | { kind: 'none' }
  | { kind: 'garbage'; why: string }
  /** `ref` is its key in the artifact store. */
  | { kind: 'whole'; ref: string; result: StageResult };

/** Installation-wide values that decisions depend on. */
export interface Rules {
  /** Files of a response are linked below it. */
  publicBase: string;
}

/** The wish for the whole status, what is to be done, and when to look again at the latest. */
export interface Decision {
  status: AdJobStatus;
  actions: Action[];
  requeueAfterMs: number | undefined;
}

/** Launches first, then the status is written, then the others in their order. */
export type Action =
  | { kind: 'add-finalizer' }
  | { kind: 'request-cancel' }
  | { kind: 'drop-intent' }
  | { kind: 'delete-object' }
  /** The status has told it before: a charge only where it says SUCCESS. */
  | { kind: 'close-hold'; as: 'charge' | 'release' }
  | { kind: 'retire' }
  | { kind: 'note-retirement'; at: LedgerPosition }
  | { kind: 'confirm-note'; at: LedgerPosition }
  | { kind: 'expect-copy' }
  | { kind: 'launch'; stage: string; attempt: number; earlier: StageInput['earlier'] }
  /** `only`: the job goes on, and so do attempts that nobody had seen when this was decided. */
  | { kind: 'stop'; only?: readonly AttemptNumber[] }
  | { kind: 'delete-files' }
  | { kind: 'remove-finalizer' }
  | { kind: 'emit'; type: 'Normal' | 'Warning'; reason: EventReason; message: string }
  | { kind: 'measure-stage'; stage: string; outcome: StageOutcome; seconds: number }
  | { kind: 'measure-onboarding'; outcome: 'read' | 'not_read'; reason: string }
  | { kind: 'measure-job'; status: 'SUCCESS' | 'FAILED'; seconds: number };

type EventReason =
  | 'Started'
  | 'LaunchRefused'
  | 'Suspended'
  | 'Resumed'
  | 'StageRetried'
  | 'StageFailed'
  | 'BrandNotRead'
  | 'Succeeded'
  | 'Failed';

/** How an attempt ended, as the metrics name it. */
type StageOutcome = 'done' | 'permanent' | 'failed' | 'disrupted';
