import type { ObjectKey } from '../objects/object-key.ts';
import type { StageInput } from '../schema/stage-contract.ts';
import type { StageWait, StageWaitReason } from '../schema/stage-wait.ts';

/**
 * One attempt of a job. It is identified by the uid of the AdJob, the name of the stage and the number of the attempt.
 */
export interface StageAttempt {
  owner: AttemptOwner;
  stage: string;
  attempt: number;
  /** Name of the account that pays, and type of the ad, for reports of what they cost. */
  account?: string;
  type?: string;
  /** Name of the stage whose pod settings and memory limit apply. Default: `stage`. */
  settingsOf?: string;
  input: StageInput;
  /**
   * Time limit for the stage, in seconds of wall time from its start. On a cluster, the kubelet already counts while a
   * pod starts, so the launcher adds the time that this may take.
   */
  deadlineSeconds: number;
  /**
   * Time in seconds, from now on, for which the stage can use the paths and URLs in `input`. If the stage has not
   * started by then, it cannot start any more.
   */
  accessSeconds: number;
  /**
   * Name of the LocalQueue of Kueue (a queue for Kubernetes Jobs) for the stages of this account. It overrides the
   * queue of the installation.
   */
  queueName?: string | undefined;
}

export type AttemptNumber = Pick<StageAttempt, 'stage' | 'attempt'>;

export interface AttemptOwner {
  key: ObjectKey;
  uid: string;
  jobId: string;
}

/** Reason why an attempt ended. */
export type EndReason =
  | 'exited'
  | 'deadline-exceeded'
  | 'out-of-memory'
  | 'disrupted'
  | 'access-expired'
  | 'unschedulable'
  | 'image-pull-failed'
  /** The image was pulled, but the container cannot be created, such as for a missing Secret or key. */
  | 'unstartable'
  /** The pod could not start, and the settings of stage pods have changed since it was made. */
  | 'settings-changed';

/** Why an attempt that was launched has not started. */
export type SeenWait = StageWait & { reason: StageWaitReason };

export type AttemptObservation = { stage: string; attempt: number } &
  /** `wait` is absent for the first seconds, unless the cluster states a reason at once. */
  (
    | { state: 'waiting'; wait?: SeenWait }
    | { state: 'running'; startTime: string }
    | {
        state: 'ended';
        reason: EndReason;
        /** Exit code of the stage's process. Null if a signal ended the process. */
        exitCode: number | null;
        /** Text of the termination message that the stage wrote. Empty if the stage wrote none. */
        message: string;
        startTime: string | null;
        endTime: string;
        /** Message of the cluster about the reason, for operators. Clients must not see it. */
        detail?: string;
      }
  );

export type StageListener = (owner: ObjectKey, uid: string) => void;

/**
 * Starts, observes and stops attempts. The launcher makes no decisions: the controller decides about retries, order and
 * limits.
 */
export interface StageLauncher {
  /** Starts an attempt. If the attempt exists already, does nothing. */
  launch(attempt: StageAttempt): Promise<void>;
  /**
   * Returns the state of each known attempt of an AdJob, including ended ones. An attempt that is not in the result was
   * deleted or never existed.
   *
   * `expected` is an attempt that another process may have launched. If the launcher does not know this attempt, it
   * searches for it.
   */
  observe(owner: AttemptOwner, expected?: AttemptNumber): Promise<AttemptObservation[]>;
  /**
   * Stops all attempts of an AdJob, or only the attempts in `only`. Attempts that have already ended are removed from
   * the result of `observe`. A stopped attempt is in that result until it has ended.
   */
  stop(owner: AttemptOwner, only?: readonly AttemptNumber[]): Promise<void>;
  /** Reports whether any attempt of the AdJob with this uid may run now or later, as far as the launcher knows. */
  mayRun(uid: string): boolean;
  /**
   * Adds a listener that is called with an AdJob whenever the result of `observe` for the AdJob changes. Also calls the
   * listener at once for each AdJob with an attempt that may run. Returns a function that removes the listener.
   */
  onChange(listener: StageListener): () => void;
}

export function isAmong({ stage, attempt }: AttemptNumber, only: readonly AttemptNumber[] | undefined): boolean {
  return only === undefined || only.some((one) => one.stage === stage && one.attempt === attempt);
}
