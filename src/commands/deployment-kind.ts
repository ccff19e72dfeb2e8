import { z } from 'zod';
import type { ResourceKind } from '../objects/resource-kind.ts';
import { parsed } from './parsed-part.ts';

const DeploymentSpec = z.looseObject({
  replicas: z.number().exactOptional(),
  selector: z.looseObject({ matchLabels: z.record(z.string(), z.string()) }),
});
const DeploymentStatus = z.looseObject({});

export const deploymentKind: ResourceKind<z.infer<typeof DeploymentSpec>, z.infer<typeof DeploymentStatus>> = {
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  plural: 'deployments',
  parseSpec: (spec) => parsed(DeploymentSpec, spec),
  parseStatus: (status) => parsed(DeploymentStatus, status),
  selectableFields: [],
};
