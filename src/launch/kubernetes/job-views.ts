import type { ObjectKey, ObjectMeta, ResourceKind, StoredObject } from '../../store/port.ts';
import { stageContainer } from './job-spec.ts';
import { jobKind, podKind, type Condition, type ContainerStatus } from './kinds.ts';
import { accessExpiresAnnotation, ownerNameAnnotation, stageLabels } from './stage-labels.ts';

/** Which attempt a Job or a pod is of. */
export interface AttemptIdentity {
  owner: ObjectKey;
  ownerUid: string;
  stage: string;
  attempt: number;
}

/** What is kept of a Job. Times are RFC 3339, as they came. */
export interface JobView extends AttemptIdentity {
  uid: string;
  name: string;
  /** By Kueue, until there is room. */
  isSuspended: boolean;
  isDeleted: boolean;
  /** When its controller took it up. */
  startTime: string | undefined;
  accessExpires: string | undefined;
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

/** What is kept of a pod. */
export interface PodView extends AttemptIdentity {
  jobUid: string | undefined;
  name: string;
  creationTime: string;
  /** When the kubelet will have killed it at the latest. */
  deletionTime: string | undefined;
  startTime: string | undefined;
  /** Counted from `startTime`. */
  activeDeadlineSeconds: number | undefined;
  phase: string;
  reason: string;
  message: string;
  /** Since when, and what the scheduler says. */
  unschedulable: { since: string; message: string } | undefined;
  scheduledTime: string | undefined;
  /** Why somebody ends it who is not the stage. */
  disruption: StartProblem | undefined;
  /** Why a container does not start, be it the stage's or another's. */
  trouble: StartProblem | undefined;
  state: StageState;
  /** Nothing of it runs any more, and nothing will. */
  isOver: boolean;
}

type Seen = Pick<StoredObject, 'metadata' | 'spec' | 'status'>;

/** Undefined for a Job that is none of ours, whatever labels it has. */
export function jobView({ metadata, spec, status }: Seen): JobView | undefined {
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
    startTime,
    accessExpires: metadata.annotations?.[accessExpiresAnnotation],
    finish: finish && finishOf(finish, metadata),
  };
}

const finishes = new Set(['Complete', 'Failed']);

function finishOf({ type, reason = '', lastTransitionTime }: Condition, metadata: ObjectMeta): JobView['finish'] {
  return { type, reason, time: lastTransitionTime ?? metadata.creationTimestamp };
}

/** Undefined for a pod that is none of ours. */
export function podView({ metadata, spec, status }: Seen): PodView | undefined {
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

/** Its own owner is the Job. */
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
  const told = conditions.find(({ type }) => type === 'PodScheduled');
  const { status, reason, message = '', lastTransitionTime: since } = told ?? {};
  const isRefused = status === 'False' && reason === 'Unschedulable' && since !== undefined;
  return {
    unschedulable: isRefused ? { since, message } : undefined,
    scheduledTime: status === 'True' ? since : undefined,
  };
}

function disruptionOf(conditions: readonly Condition[]): StartProblem | undefined {
  const told = conditions.find(({ type, status }) => type === 'DisruptionTarget' && status === 'True');
  return told && { reason: told.reason ?? '', message: told.message ?? '' };
}

/** What the kubelet tries again and again; `ContainerCreating` and its like are no trouble. */
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

/** The phase says so a moment later. */
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

/** A status that cannot be read says nothing: one strange object must not keep all others from being seen. */
function parsed<T>(kind: Pick<ResourceKind<unknown, T>, 'parseStatus'>, status: unknown): T {
  try {
    return kind.parseStatus(status ?? {});
  } catch {
    return kind.parseStatus({});
  }
}
