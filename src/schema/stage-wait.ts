import { z } from 'zod';
import { Timestamp, words } from './resource-parts.ts';

/**
 * Reason why a stage does not run.
 * - `Unschedulable`: no node fits its pod.
 * - `ImagePull`: the image of a container cannot be pulled.
 * - `ContainerCreate`: a container cannot be created, for example because a Secret is missing.
 * - `Quota`: a ResourceQuota of the namespace leaves no room for the pod.
 * - `PodRefused`: the pod is refused for another reason, such as pod security.
 * - `Volume`: a volume cannot be mounted.
 * - `Queued`: Kueue has not admitted the Job.
 * - `NotStarted`: the cluster states no reason.
 * - `FilesMissing`: a file of the job that the stage needs is not in the file storage, so the stage is not launched.
 */
export const stageWaitReasons = [
  ...(['Unschedulable', 'ImagePull', 'ContainerCreate', 'Quota'] as const),
  ...(['PodRefused', 'Volume', 'Queued', 'NotStarted', 'FilesMissing'] as const),
];
export const filesMissing = 'FilesMissing' satisfies (typeof stageWaitReasons)[number];
export type StageWaitReason = (typeof stageWaitReasons)[number];

/** Reason of a wait in which the container of a stage fails to start on its node. */
export type StartFailure = Extract<StageWaitReason, 'ImagePull' | 'ContainerCreate'>;

/** Maximum length of the message in characters. */
export const waitMessageMax = 1_024;

export const StageWait = z.object({
  reason: words(63).describe(`Reason in one word: ${stageWaitReasons.join(', ')}.`),
  message: words(waitMessageMax).describe('What the cluster or the file storage reports.'),
  since: Timestamp.describe('Time from which the stage waits for this reason.'),
});
export type StageWait = z.infer<typeof StageWait>;
