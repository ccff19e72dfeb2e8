import { z } from 'zod';
import { StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';

const DeploymentSpec = z.looseObject({
  replicas: z.number().exactOptional(),
  selector: z.looseObject({ matchLabels: z.record(z.string(), z.string()) }),
});
const DeploymentStatus = z.looseObject({});

function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new StoreError('Invalid', z.prettifyError(read.error));
}

export const deploymentKind: ResourceKind<z.infer<typeof DeploymentSpec>, z.infer<typeof DeploymentStatus>> = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  plural: 'deployments',
  parseSpec: (spec) => parsed(DeploymentSpec, spec),
  parseStatus: (status) => parsed(DeploymentStatus, status),
  selectableFields: [],
};
