import { z } from 'zod';
import { StoreError } from '../../src/objects/store-error.ts';
import type { ResourceKind } from '../../src/objects/resource-kind.ts';

/** Resource kind that only the contract tests use. On a real API server, the same kind is defined by a CRD. */
const WidgetSpec = z.object({
  size: z.number().int().min(0).default(1),
  note: z.string().optional(),
  tags: z.array(z.string()).optional(),
  /** Cannot be changed. */
  fixed: z.string().optional(),
});
export type WidgetSpec = z.infer<typeof WidgetSpec>;

const WidgetStatus = z.object({ phase: z.string().optional(), count: z.number().int().optional() });
export type WidgetStatus = z.infer<typeof WidgetStatus>;

export const widgets: ResourceKind<WidgetSpec, WidgetStatus> = {
  apiVersion: 'contract.adwright.dev/v1',
  kind: 'Widget',
  plural: 'widgets',
  parseSpec: (spec) => WidgetSpec.parse(spec),
  parseStatus: (status) => WidgetStatus.parse(status),
  validateUpdate: (before, after) => {
    if (before.fixed !== after.fixed) throw new StoreError('Invalid', 'spec.fixed never changes.');
  },
  selectableFields: ['status.phase'],
};
