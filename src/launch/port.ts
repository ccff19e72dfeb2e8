import type { ObjectKey } from '../store/port.ts';
import type { StageInput } from '../stages/contract.ts';

/** One attempt of a stage of a job, identified by owner uid, stage and attempt. */
export interface StageAttempt {
  owner: AttemptOwner;
  stage: string;
  attempt: number;
  input: StageInput;
  /**
   * Wall time from the start of the stage until it is stopped. On a cluster the kubelet counts from its acceptance of
   * the pod, so the start time of a pod is added.
   */
  deadlineSeconds: number;
  /**
   * Time from now that the access to files in `input` is valid. An attempt that has not started by then cannot start.
   */
  accessSeconds: number;
  /** Kueue's LocalQueue of the account, which overrides that of the installation. */
  queueName?: string | undefined;
}

/** Identity of an attempt within its owner. */
export type AttemptNumber = Pick<StageAttempt, 'stage' | 'attempt'>;

export interface AttemptOwner {
  key: ObjectKey;
  uid: string;
  jobId: string;
}

/** Reason for the end of an attempt. `disrupted` and `access-expired` do not count against the stage. */
export type EndReason =
  | 'exited'
  | 'deadline-exceeded'
  | 'out-of-memory'
  | 'disrupted'
  | 'access-expired'
  | 'unschedulable'
  | 'image-pull-failed'
  /** The image was pulled, but the container cannot be created, such as for a missing Secret or key. */
  | 'unstartable';

export type AttemptObservation = { stage: string; attempt: number } & (
  | { state: 'waiting' }
  | { state: 'running'; startTime: string }
  | {
      state: 'ended';
      reason: EndReason;
      /** Exit code of the process; null if a signal ended it. */
      exitCode: number | null;
      /** Termination message of the stage, unparsed; `''` if there is none. */
      message: string;
      startTime: string | null;
      endTime: string;
      /** Message of the cluster, for operators and not for clients. */
      detail?: string;
    }
);

export type StageListener = (owner: ObjectKey, uid: string) => void;

/** Starts, observes and stops attempts. It makes no decisions: the controller owns retries, order and limits. */
export interface StageLauncher {
  /** Starts an attempt. Idempotent by the attempt's identity: launching an existing attempt does nothing. */
  launch(attempt: StageAttempt): Promise<void>;
  /**
   * Returns all known attempts of the owner. An attempt that is not listed was deleted or never existed. `expected` may
   * have been launched by another process: it is looked up if it is unknown.
   */
  observe(owner: AttemptOwner, expected?: AttemptNumber): Promise<AttemptObservation[]>;
  /**
   * Stops all attempts of the owner or the given ones, and untracks those that have ended. All have ended once
   * `observe` returns none.
   */
  stop(owner: AttemptOwner, only?: readonly AttemptNumber[]): Promise<void>;
  /** Reports whether an attempt of the owner with this uid may run now or later, as far as known. */
  mayRun(uid: string): boolean;
  /**
   * Adds a listener, which is called with the owner's key and uid after every change of the result of `observe`, and at
   * once for each owner with an attempt that may run. Returns a function that removes it.
   */
  onChange(listener: StageListener): () => void;
}

/** Reports whether the attempt is in the list. Without a list, every attempt is. */
export function isAmong({ stage, attempt }: AttemptNumber, only: readonly AttemptNumber[] | undefined): boolean {
  return only === undefined || only.some((one) => one.stage === stage && one.attempt === attempt);
}
