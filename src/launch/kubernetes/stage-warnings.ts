import type { StageWaitReason } from '../../schema/stage-wait.ts';

/** A Kubernetes Job or pod of a stage, whose namespace is known. */
export interface WarnedObject {
  kind: 'Job' | 'Pod';
  name: string;
}

/** The latest warning that the cluster reports about an object. */
export interface StageWarning {
  object: WarnedObject;
  reason: StageWaitReason;
  message: string;
}

/** Reads the Events of the cluster about the Jobs and pods of stages. */
export interface StageWarnings {
  /** Returns the latest warning about an object, or undefined if there is none. Throws `StoreError`. */
  latest(namespace: string, object: WarnedObject): Promise<StageWarning | undefined>;
}
