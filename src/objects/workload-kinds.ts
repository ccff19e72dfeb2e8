import { isPlainObject } from './merge-patch.ts';
import type { ResourceKind } from './resource-kind.ts';

type Fields = Record<string, unknown>;

export interface Condition {
  type: string;
  status: string;
  reason: string | undefined;
  message: string | undefined;
  lastTransitionTime: string | undefined;
}

interface ContainerState {
  waiting?: { reason: string | undefined; message: string | undefined } | undefined;
  running?: { startedAt: string | undefined } | undefined;
  terminated?: Terminated | undefined;
}

interface Terminated {
  exitCode: number;
  reason: string | undefined;
  message: string | undefined;
  startedAt: string | undefined;
  finishedAt: string | undefined;
}

export interface ContainerStatus {
  name: string;
  state: ContainerState;
}

interface JobStatus {
  startTime: string | undefined;
  conditions: Condition[];
}

interface PodStatus extends JobStatus {
  phase?: string;
  reason: string | undefined;
  message: string | undefined;
  initContainerStatuses: ContainerStatus[];
  containerStatuses: ContainerStatus[];
}

export const jobKind: ResourceKind<Fields, JobStatus> = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  plural: 'jobs',
  parseSpec: fieldsOf,
  parseStatus: jobStatus,
  selectableFields: [],
  watchedSpecFields: ['suspend'],
};

export const podKind: ResourceKind<Fields, PodStatus> = {
  apiVersion: 'v1',
  kind: 'Pod',
  plural: 'pods',
  parseSpec: fieldsOf,
  parseStatus: podStatus,
  selectableFields: ['status.phase'],
  watchedSpecFields: ['activeDeadlineSeconds'],
};

/**
 * The status of Jobs and pods is parsed without zod, to reduce garbage collection. A job of three stages causes about
 * thirty events of Jobs and pods. With zod, a quarter of the memory that survived short garbage collections in a busy
 * controller came from intermediate objects of this parsing.
 */

function jobStatus(value: unknown): JobStatus {
  const { startTime, conditions } = fieldsOf(value);
  return { startTime: text(startTime), conditions: list(conditions, condition) };
}

function podStatus(value: unknown): PodStatus {
  const { phase, reason, message, initContainerStatuses, containerStatuses } = fieldsOf(value);
  return {
    ...jobStatus(value),
    ...(phase !== undefined && { phase: required(phase, 'string') }),
    reason: text(reason),
    message: text(message),
    initContainerStatuses: list(initContainerStatuses, containerStatus),
    containerStatuses: list(containerStatuses, containerStatus),
  };
}

function condition({ type, status, reason, message, lastTransitionTime }: Fields): Condition {
  return {
    type: required(type, 'string'),
    status: required(status, 'string'),
    reason: text(reason),
    message: text(message),
    lastTransitionTime: text(lastTransitionTime),
  };
}

function containerStatus({ name, state }: Fields): ContainerStatus {
  const { waiting, running, terminated } = fieldsOf(state ?? {});
  return {
    name: required(name, 'string'),
    state: {
      waiting: maybe(waiting, ({ reason, message }) => ({ reason: text(reason), message: text(message) })),
      running: maybe(running, ({ startedAt }) => ({ startedAt: text(startedAt) })),
      terminated: maybe(terminated, terminatedState),
    },
  };
}

function terminatedState({ exitCode, reason, message, startedAt, finishedAt }: Fields): Terminated {
  return {
    exitCode: required(exitCode, 'number'),
    reason: text(reason),
    message: text(message),
    startedAt: text(startedAt),
    finishedAt: text(finishedAt),
  };
}

function maybe<T>(value: unknown, read: (fields: Fields) => T): T | undefined {
  return value === null || value === undefined ? undefined : read(fieldsOf(value));
}

function text(value: unknown): string | undefined {
  return value === null || value === undefined ? undefined : required(value, 'string');
}

function list<T>(value: unknown, read: (fields: Fields) => T): T[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new TypeError('Expected a list.');
  return value.map((item: unknown) => read(fieldsOf(item)));
}

function required(value: unknown, type: 'string'): string;
function required(value: unknown, type: 'number'): number;
function required(value: unknown, type: 'string' | 'number'): unknown {
  if (typeof value !== type) throw new TypeError(`Expected a ${type}.`);
  return value;
}

function fieldsOf(value: unknown): Fields {
  if (isPlainObject(value)) return value;
  throw new TypeError('Expected an object.');
}
