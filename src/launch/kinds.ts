import { z } from 'zod';
import type { ResourceKind } from '../store/port.ts';

/** What Kubernetes does not know is null, or not there. */
const text = z
  .string()
  .nullish()
  .transform((value) => value ?? undefined);

function list<T extends z.ZodType>(item: T) {
  return z
    .array(item)
    .nullish()
    .transform((items) => items ?? []);
}

const Condition = z.object({
  type: z.string(),
  status: z.string(),
  reason: text,
  message: text,
  lastTransitionTime: text,
});
export type Condition = z.infer<typeof Condition>;

const JobStatus = z.object({ startTime: text, conditions: list(Condition) });

const ContainerState = z.object({
  waiting: z.object({ reason: text, message: text }).nullish(),
  running: z.object({ startedAt: text }).nullish(),
  terminated: z
    .object({ exitCode: z.number(), reason: text, message: text, startedAt: text, finishedAt: text })
    .nullish(),
});
const ContainerStatus = z.object({ name: z.string(), state: ContainerState.nullish() });
export type ContainerStatus = z.infer<typeof ContainerStatus>;

const PodStatus = z.object({
  phase: z.string().exactOptional(),
  reason: text,
  message: text,
  startTime: text,
  conditions: list(Condition),
  initContainerStatuses: list(ContainerStatus),
  containerStatuses: list(ContainerStatus),
});

const Spec = z.record(z.string(), z.unknown());

/** Of `batch/v1` and `v1`, only what is looked at: what else they hold is left out when it is read. */
export const jobKind: ResourceKind<z.infer<typeof Spec>, z.infer<typeof JobStatus>> = {
  apiVersion: 'batch/v1',
  kind: 'Job',
  plural: 'jobs',
  parseSpec: (spec) => Spec.parse(spec),
  parseStatus: (status) => JobStatus.parse(status),
  selectableFields: [],
  watchedSpecFields: ['suspend'],
};

export const podKind: ResourceKind<z.infer<typeof Spec>, z.infer<typeof PodStatus>> = {
  apiVersion: 'v1',
  kind: 'Pod',
  plural: 'pods',
  parseSpec: (spec) => Spec.parse(spec),
  parseStatus: (status) => PodStatus.parse(status),
  selectableFields: ['status.phase'],
  watchedSpecFields: ['activeDeadlineSeconds'],
};
