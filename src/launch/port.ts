import type { ObjectKey } from '../objects/object-key.ts';
import type { StageInput } from '../schema/stage-contract.ts';

/**
 * One attempt: a run of a stage of a job, identified by the uid of its owner (the AdJob), the stage and the attempt
 * number.
 */
export interface StageAttempt {
  owner: AttemptOwner;
  stage: string;
  attempt: number;
  input: StageInput;
  /**
   * Time limit for the stage, in wall time from its start. On a cluster, the kubelet counts from its acceptance of the
   * pod, so the launcher adds the time allowed for the start of a pod.
   */
  deadlineSeconds: number;
  /**
   * Time from now for which the stage has access to the files in `input`. An attempt that has not started by then
   * cannot start.
   */
  accessSeconds: number;
  /** Name of the account's LocalQueue (a queue of Kueue), which overrides the queue of the installation. */
  queueName?: string | undefined;
}

/** Stage and number of an attempt, which identify it among the attempts of its owner. */
export type AttemptNumber = Pick<StageAttempt, 'stage' | 'attempt'>;

export interface AttemptOwner {
  key: ObjectKey;
  uid: string;
  jobId: string;
}

/** Reason why an attempt ended. `disrupted` and `access-expired` do not count as failures of the stage. */
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
      /** Message of the cluster about the reason, for operators and not for clients. */
      detail?: string;
    }
);

export type StageListener = (owner: ObjectKey, uid: string) => void;

/**
 * Starts, observes and stops attempts (runs of stages). The launcher makes no decisions: the controller decides about
 * retries, order and limits.
 */
export interface StageLauncher {
  /** Starts an attempt. Idempotent by the attempt's identity: launching an existing attempt does nothing. */
  launch(attempt: StageAttempt): Promise<void>;
  /**
   * Returns all known attempts of the owner. An attempt that is not listed was deleted or never existed. `expected` is
   * an attempt that another process may have launched: if the launcher does not know this attempt, it looks it up.
   */
  observe(owner: AttemptOwner, expected?: AttemptNumber): Promise<AttemptObservation[]>;
  /**
   * Stops all attempts of the owner, or only the given attempts, and drops the attempts that have already ended. The
   * stopped attempts have ended once `observe` no longer returns them.
   */
  stop(owner: AttemptOwner, only?: readonly AttemptNumber[]): Promise<void>;
  /** Reports whether any attempt of the owner with this uid may run now or later, as far as the launcher knows. */
  mayRun(uid: string): boolean;
  /**
   * Adds a listener, which is called with the owner's key and uid after every change of the result of `observe`, and at
   * once for each owner with an attempt that may run. Returns a function that removes the listener.
   */
  onChange(listener: StageListener): () => void;
}

/** Reports whether an attempt is in the list `only`. Without a list, returns true for every attempt. */
export function isAmong({ stage, attempt }: AttemptNumber, only: readonly AttemptNumber[] | undefined): boolean {
  return only === undefined || only.some((one) => one.stage === stage && one.attempt === attempt);
}
