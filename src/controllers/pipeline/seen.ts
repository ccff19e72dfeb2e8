import type { AttemptNumber, AttemptObservation } from '../../launch/port.ts';
import type { AdJob, AdJobStatus } from '../../schema/adjob.ts';
import type { Issue } from '../../schema/issue.ts';
import type { StageInput, StageResult } from '../../stages/contract.ts';

/** Everything `decide` may know of a job at one moment, collected by `gather`. */
export interface Seen {
  job: AdJob;
  jobId: string;
  /** What is wrong with the spec; looked for only while the job is PENDING. Then, without any, the spec has its defaults. */
  problems: readonly Issue[];
  /** Looked up only while the job is not admitted; true afterwards. */
  accountExists: boolean;
  keyExists: boolean;
  /** Every attempt the launcher knows of, of any stage. */
  attempts: readonly AttemptObservation[];
  /** The `result.json` of the attempt that is recorded as running, once that has ended or is missing. */
  result: SeenResult;
  /** Whether there is room for a job that has no stage running. */
  mayStart: boolean;
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

/** In the order `apply` does them, whatever their order here. The status is written after `launch`. */
export type Action =
  | { kind: 'add-finalizer' }
  | { kind: 'launch'; stage: string; attempt: number; earlier: StageInput['earlier'] }
  /** `only`: the job goes on, and so do attempts that nobody had seen when this was decided. */
  | { kind: 'stop'; only?: readonly AttemptNumber[] }
  | { kind: 'delete-files' }
  | { kind: 'remove-finalizer' }
  | { kind: 'emit'; type: 'Normal' | 'Warning'; reason: EventReason; message: string }
  | { kind: 'measure-stage'; stage: string; outcome: StageOutcome; seconds: number }
  | { kind: 'measure-job'; status: 'SUCCESS' | 'FAILED'; seconds: number };

type EventReason = 'Started' | 'Suspended' | 'Resumed' | 'StageRetried' | 'StageFailed' | 'Succeeded' | 'Failed';

/** How an attempt ended, as the metrics name it. */
type StageOutcome = 'done' | 'permanent' | 'failed' | 'disrupted';
