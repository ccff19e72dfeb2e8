import { z } from 'zod';
import { StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';

const StatefulSetSpec = z.looseObject({ replicas: z.number().exactOptional() });
const StatefulSetStatus = z.looseObject({
  observedGeneration: z.number().exactOptional(),
  /** Revision of the pods that the StatefulSet wants, as in their label `controller-revision-hash`. */
  updateRevision: z.string().exactOptional(),
});

function parsed<T extends z.ZodType>(schema: T, value: unknown): z.output<T> {
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  throw new StoreError('Invalid', z.prettifyError(read.error));
}

export const statefulSetKind: ResourceKind<z.infer<typeof StatefulSetSpec>, z.infer<typeof StatefulSetStatus>> = {
  apiVersion: 'apps/v1',
  kind: 'StatefulSet',
  plural: 'statefulsets',
  parseSpec: (spec) => parsed(StatefulSetSpec, spec),
  parseStatus: (status) => parsed(StatefulSetStatus, status),
  selectableFields: [],
};
