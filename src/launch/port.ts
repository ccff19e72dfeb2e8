import type { ObjectKey } from '../store/port.ts';
import type { StageInput } from '../stages/contract.ts';

/** One try of one stage of one job. Its identity is (owner uid, stage, attempt) and nothing else. */
export interface StageAttempt {
  owner: AttemptOwner;
  stage: string;
  attempt: number;
  input: StageInput;
  /**
   * Wall time from its start until it is stopped. On a cluster the kubelet counts from when it takes the pod, so a stage
   * is stopped after at most this and what a pod may take to start.
   */
  deadlineSeconds: number;
  /** From now on, how long the access to files in `input` lasts. One that has not started by then never can. */
  accessSeconds: number;
  /** Kueue's LocalQueue of the account, in place of the installation's. */
  queueName?: string | undefined;
}

/** Of one owner. */
export type AttemptNumber = Pick<StageAttempt, 'stage' | 'attempt'>;

export interface AttemptOwner {
  key: ObjectKey;
  uid: string;
  jobId: string;
}

/** Why an attempt ended other than by its own exit code. `disrupted` and `access-expired` are
 * nobody's fault and cost no attempt. */
export type EndReason =
  | 'exited'
  | 'deadline-exceeded'
  | 'out-of-memory'
  | 'disrupted'
  | 'access-expired'
  | 'unschedulable'
  | 'image-pull-failed'
  /** The image is there, and still its container cannot be made: a secret or a key that its settings name is not there. */
  | 'unstartable';

export type AttemptObservation = { stage: string; attempt: number } & (
  | { state: 'waiting' }
  | { state: 'running'; startTime: string }
  | {
      state: 'ended';
      reason: EndReason;
      /** Of the process; null where a signal ended it. */
      exitCode: number | null;
      /** The termination message as the stage wrote it, unparsed; `''` when it wrote none. */
      message: string;
      startTime: string | null;
      endTime: string;
      /** What the cluster says of it, in its own words: for operators, not for clients. */
      detail?: string;
    }
);

export type StageListener = (owner: ObjectKey, uid: string) => void;

/** Starts stages and says how they are. It decides nothing: retries, order and limits are the controller's. */
export interface StageLauncher {
  /** Idempotent by the attempt's identity: launching what is already there does nothing. */
  launch(attempt: StageAttempt): Promise<void>;
  /**
   * Every attempt of the owner that it still knows of. What is not listed is gone, or never was. `expected` may have been
   * launched elsewhere a moment ago: it is looked for where it is not known yet.
   */
  observe(owner: AttemptOwner, expected?: AttemptNumber): Promise<AttemptObservation[]>;
  /**
   * Ask every attempt of the owner, or these, to end, and forget those that have ended. None is left once `observe` lists
   * nothing.
   */
  stop(owner: AttemptOwner, only?: readonly AttemptNumber[]): Promise<void>;
  /** Whether an attempt of the owner with this uid may run now or later, as far as is known. */
  mayRun(uid: string): boolean;
  /**
   * Called with the owner's key and uid whenever something that `observe` would say has changed, and at once with each owner
   * of whom an attempt may run. Returns the unsubscriber.
   */
  onChange(listener: StageListener): () => void;
}

/** Whether the attempt is one of these; without a list, all are. */
export function isAmong({ stage, attempt }: AttemptNumber, only: readonly AttemptNumber[] | undefined): boolean {
  return only === undefined || only.some((one) => one.stage === stage && one.attempt === attempt);
}
