import type { ResourceKind } from '../../objects/resource-kind.ts';
import type { ObjectKey } from '../../objects/object-key.ts';
import type { ObjectMeta, StoredObject } from '../../objects/stored-object.ts';
import { stageContainer } from './job-spec.ts';
import { jobKind, podKind, type Condition, type ContainerStatus } from '../../objects/workload-kinds.ts';
import {
  accessExpiresAnnotation,
  ownerNameAnnotation,
  podSettingsAnnotation,
  stageLabels,
} from '../../domain/stage-labels.ts';

export interface AttemptIdentity {
  owner: ObjectKey;
  ownerUid: string;
  stage: string;
  attempt: number;
}

/** The fields of a Kubernetes Job that the launcher uses. Times are text in RFC 3339. */
export interface JobView extends AttemptIdentity {
  uid: string;
  name: string;
  /** True while Kueue has suspended the Kubernetes Job, because it waits for quota. */
  isSuspended: boolean;
  isDeleted: boolean;
  creationTime: string;
  startTime: string | undefined;
  accessExpires: string | undefined;
  /** Hash of the pod settings that the Job was made with. */
  podSettings: string | undefined;
  finish: { type: string; reason: string; time: string } | undefined;
}

export interface StartProblem {
  reason: string;
  message: string;
}

export type StageState =
  | { kind: 'waiting' }
  | { kind: 'running'; startTime: string }
  | {
      kind: 'terminated';
      exitCode: number;
      reason: string;
      message: string;
      startTime: string | null;
      endTime: string | undefined;
    };

/** The fields of a pod that the launcher uses. Times are text in RFC 3339. */
export interface PodView extends AttemptIdentity {
  jobUid: string | undefined;
  name: string;
  creationTime: string;
  deletionTime: string | undefined;
  startTime: string | undefined;
  activeDeadlineSeconds: number | undefined;
  phase: string;
  reason: string;
  message: string;
  /** Time since which the pod cannot be scheduled, and the message of the scheduler. */
  unschedulable: { since: string; message: string } | undefined;
  scheduledTime: string | undefined;
  disruption: StartProblem | undefined;
  /**
   * Reason for which a container of the pod does not start. This can be the container of the stage or another
   * container.
   */
  trouble: StartProblem | undefined;
  state: StageState;
  isOver: boolean;
}

type WorkloadObject = Pick<StoredObject, 'metadata' | 'spec' | 'status'>;

/**
 * Returns the fields of a Kubernetes Job that the launcher uses. Returns undefined if the Job does not run a stage: it
 * has no controlling owner, or lacks the labels of a stage.
 */
export function jobView({ metadata, spec, status }: WorkloadObject): JobView | undefined {
  const owner = controllerOf(metadata);
  const attempt = owner && attemptOf(metadata, owner.name, owner.uid);
  if (attempt === undefined) return undefined;
  const { startTime, conditions } = parsed(jobKind, status);
  const finish = conditions.find(({ type, status: holds }) => finishes.has(type) && holds === 'True');
  return {
    ...attempt,
    uid: metadata.uid,
    name: metadata.name,
    isSuspended: field(spec, 'suspend') === true,
    isDeleted: metadata.deletionTimestamp !== undefined,
    creationTime: metadata.creationTimestamp,
    startTime,
    accessExpires: metadata.annotations?.[accessExpiresAnnotation],
    podSettings: metadata.annotations?.[podSettingsAnnotation],
    finish: finish && finishOf(finish, metadata),
  };
}

const finishes = new Set(['Complete', 'Failed']);

function finishOf({ type, reason = '', lastTransitionTime }: Condition, metadata: ObjectMeta): JobView['finish'] {
  return { type, reason, time: lastTransitionTime ?? metadata.creationTimestamp };
}

export function podView({ metadata, spec, status }: WorkloadObject): PodView | undefined {
  const attempt = attemptOfPod(metadata);
  if (attempt === undefined) return undefined;
  const { phase = 'Pending', reason = '', message = '', ...seen } = parsed(podKind, status);
  const { containerStatuses: containers, initContainerStatuses: others } = seen;
  return {
    ...attempt,
    jobUid: controllerOf(metadata)?.uid,
    name: metadata.name,
    creationTime: metadata.creationTimestamp,
    deletionTime: metadata.deletionTimestamp,
    startTime: seen.startTime,
    activeDeadlineSeconds: deadlineOf(spec),
    phase,
    reason,
    message,
    ...scheduling(seen.conditions),
    disruption: disruptionOf(seen.conditions),
    trouble: [...others, ...containers].map(troubleOf).find((trouble) => trouble !== undefined),
    state: stateOf(containers.find(({ name }) => name === stageContainer)),
    isOver: overPhases.has(phase) || hasEnded(containers, others),
  };
}

const overPhases = new Set(['Succeeded', 'Failed']);

/**
 * Returns which attempt a pod belongs to, from its labels and annotation. Its owner reference does not suffice, because
 * it names the Kubernetes Job and not the AdJob.
 */
function attemptOfPod(metadata: ObjectMeta): AttemptIdentity | undefined {
  const name = metadata.annotations?.[ownerNameAnnotation] ?? '';
  return attemptOf(metadata, name, metadata.labels?.[stageLabels.ownerUid] ?? '');
}

function deadlineOf(spec: unknown): number | undefined {
  const seconds = field(spec, 'activeDeadlineSeconds');
  return typeof seconds === 'number' ? seconds : undefined;
}

function controllerOf({ ownerReferences }: ObjectMeta) {
  return ownerReferences?.find(({ controller }) => controller === true);
}

function attemptOf({ namespace, labels }: ObjectMeta, name: string, ownerUid: string): AttemptIdentity | undefined {
  const stage = labels?.[stageLabels.stage];
  const attempt = Number(labels?.[stageLabels.attempt]);
  if (name === '' || ownerUid === '' || stage === undefined || !Number.isInteger(attempt)) return undefined;
  return { owner: { namespace, name }, ownerUid, stage, attempt };
}

function scheduling(conditions: readonly Condition[]): Pick<PodView, 'unschedulable' | 'scheduledTime'> {
  const condition = conditions.find(({ type }) => type === 'PodScheduled');
  const { status, reason, message = '', lastTransitionTime: since } = condition ?? {};
  const isRefused = status === 'False' && reason === 'Unschedulable' && since !== undefined;
  return {
    unschedulable: isRefused ? { since, message } : undefined,
    scheduledTime: status === 'True' ? since : undefined,
  };
}

function disruptionOf(conditions: readonly Condition[]): StartProblem | undefined {
  const condition = conditions.find(({ type, status }) => type === 'DisruptionTarget' && status === 'True');
  return condition && { reason: condition.reason ?? '', message: condition.message ?? '' };
}

/**
 * Reasons for which a container does not start that count as failures. The kubelet retries the start. All other
 * reasons, such as `ContainerCreating`, are normal.
 */
const troubles = new Set([
  'ErrImagePull',
  'ImagePullBackOff',
  'InvalidImageName',
  'ErrImageNeverPull',
  'ImageInspectError',
  'RegistryUnavailable',
  'SignatureValidationFailed',
  'CreateContainerConfigError',
  'CreateContainerError',
]);

function troubleOf({ state }: ContainerStatus): StartProblem | undefined {
  const { reason = '', message = '' } = state.waiting ?? {};
  return troubles.has(reason) ? { reason, message } : undefined;
}

function stateOf(container: ContainerStatus | undefined): StageState {
  const { running, terminated } = container?.state ?? {};
  if (terminated) {
    const { exitCode, reason = '', message = '', startedAt = null, finishedAt: endTime } = terminated;
    return { kind: 'terminated', exitCode, reason, message, startTime: startedAt, endTime };
  }
  return running?.startedAt === undefined ? { kind: 'waiting' } : { kind: 'running', startTime: running.startedAt };
}

/**
 * Reports whether all containers of a pod have ended. The `phase` of the pod is not used, because it changes a moment
 * later.
 */
function hasEnded(containers: readonly ContainerStatus[], others: readonly ContainerStatus[]): boolean {
  return (
    containers.length > 0 &&
    containers.every(({ state }) => state.terminated !== undefined) &&
    others.every(({ state }) => state.running === undefined)
  );
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

/**
 * Parses the status of an object. An invalid status counts as empty, so that one invalid object does not block the
 * watch of all objects.
 */
function parsed<T>(kind: Pick<ResourceKind<unknown, T>, 'parseStatus'>, status: unknown): T {
  try {
    return kind.parseStatus(status ?? {});
  } catch {
    return kind.parseStatus({});
  }
}
