import { z } from 'zod';
import type { ResourceKind } from '../objects/resource-kind.ts';
import { parsed } from './parsed-part.ts';

const StatefulSetSpec = z.looseObject({ replicas: z.number().exactOptional() });
const StatefulSetStatus = z.looseObject({
  observedGeneration: z.number().exactOptional(),
  /** Revision of the pods that the StatefulSet wants, as in their label `controller-revision-hash`. */
  updateRevision: z.string().exactOptional(),
});

export const statefulSetKind: ResourceKind<z.infer<typeof StatefulSetSpec>, z.infer<typeof StatefulSetStatus>> = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  parseSpec: (spec) => parsed(StatefulSetSpec, spec),
  parseStatus: (status) => parsed(StatefulSetStatus, status),
  selectableFields: [],
};
