import type { SeenWait } from '../port.ts';
import { waitMessageMax } from '../../schema/stage-wait.ts';
import type { JobView, PodView, StartProblem } from './job-views.ts';
import type { StageWarning, WarnedObject } from './stage-warnings.ts';

export interface TimedWait {
  wait: SeenWait;
  /** Time from which the wait is reported, in milliseconds since 1970. */
  fromMs: number;
  /** Object whose Events may state the reason, if neither the Job nor the pod does. */
  unexplained?: WarnedObject;
}

/** Time in milliseconds that a stage may take to start before its wait is reported without a reason of the cluster. */
const startMs = 5_000;

/** Reasons of the kubelet for which a container cannot be created although its image is there. */
export const unstartable = new Set(['CreateContainerConfigError', 'CreateContainerError']);

/** Returns why an attempt without a running container waits. `pod` is undefined if its Job has no pod. */
export function seenWait(
  job: JobView | undefined,
  pod: PodView | undefined,
  warning: StageWarning | undefined,
): TimedWait | undefined {
  return (pod && statedWait(pod)) ?? lateWait(job, pod, warning);
}

/** Returns the wait whose reason the pod itself states. */
function statedWait({ trouble, unschedulable, scheduledTime, creationTime }: PodView): TimedWait | undefined {
  if (trouble !== undefined) {
    const reason = unstartable.has(trouble.reason) ? 'ContainerCreate' : 'ImagePull';
    return at({ reason, message: sentence(trouble), since: scheduledTime ?? creationTime });
  }
  const { since = '', message = '' } = unschedulable ?? {};
  return unschedulable && at({ reason: 'Unschedulable', message, since });
}

function lateWait(
  job: JobView | undefined,
  pod: PodView | undefined,
  warning: StageWarning | undefined,
): TimedWait | undefined {
  if (pod !== undefined) return podWait(pod, warning);
  if (job === undefined) return undefined;
  const since = job.startTime ?? job.creationTime;
  if (job.isSuspended) return at({ reason: 'Queued', message: queued, since }, startMs);
  return explained({ kind: 'Job', name: job.name }, since, 'The Job has no pod yet.', warning);
}

function explained(object: WarnedObject, since: string, state: string, warning: StageWarning | undefined): TimedWait {
  const isOf = warning?.object.kind === object.kind && warning.object.name === object.name;
  const { reason, message } = isOf ? warning : { reason: 'NotStarted' as const, message: state };
  return { ...at({ reason, message, since }, startMs), unexplained: object };
}

const queued = 'Kueue has not admitted the Job: its queue has no room, or does not exist.';

/** A pod without a node has no Event with a reason: the scheduler writes the reason into the pod. */
function podWait({ name, creationTime, scheduledTime }: PodView, warning: StageWarning | undefined): TimedWait {
  if (scheduledTime === undefined) {
    return at({ reason: 'NotStarted', message: 'The pod has no node yet.', since: creationTime }, startMs);
  }
  const state = 'The pod has a node, and its container has not started yet.';
  return explained({ kind: 'Pod', name }, creationTime, state, warning);
}

function at({ reason, message, since }: SeenWait, laterMs = 0): TimedWait {
  const words = Array.from(message.replaceAll(/\s+/gu, ' ').trim()).slice(0, waitMessageMax);
  return { wait: { reason, message: words.join(''), since }, fromMs: Date.parse(since) + laterMs };
}

export function sentence({ reason, message }: StartProblem): string {
  return message === '' ? reason : `${reason}: ${message}`;
}
