import { z } from 'zod';
import { StoreError, type ResourceKind } from '../store/port.ts';

const DeploymentSpec = z.looseObject({
  replicas: z.number().exactOptional(),
  selector: z.looseObject({ matchLabels: z.record(z.string(), z.string()) }),
});
const Anything = z.looseObject({});
const PodStatus = z.looseObject({ phase: z.string().exactOptional() });

function kindOf<S extends z.ZodType, T extends z.ZodType>(
  names: { apiVersion: string; kind: string; plural: string },
  spec: S,
  status: T,
): ResourceKind<z.output<S>, z.output<T>> {
  return {
    ...names,
    parseSpec: (value) => parsed(spec, value),
    parseStatus: (value) => parsed(status, value),
    selectableFields: [],
  };
}

function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new StoreError('Invalid', z.prettifyError(read.error));
}

/** Kubernetes' own, as far as commands look at them. */
export const deploymentKind = kindOf(
  { apiVersion: 'apps/v1', kind: 'Deployment', plural: 'deployments' },
  DeploymentSpec,
  Anything,
);
export const batchJobKind = kindOf({ apiVersion: 'batch/v1', kind: 'Job', plural: 'jobs' }, Anything, Anything);
export const podKind = kindOf({ apiVersion: 'v1', kind: 'Pod', plural: 'pods' }, Anything, PodStatus);
