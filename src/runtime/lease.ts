import { z } from 'zod';
import { StoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';

/**
 * Spec of a Kubernetes Lease. The API server accepts Leases without these fields, and another client may have written
 * the Lease, so all fields are optional.
 */
const LeaseSpec = z.object({
  holderIdentity: z.string().exactOptional(),
  leaseDurationSeconds: z.int().positive().exactOptional(),
  acquireTime: z.string().exactOptional(),
  renewTime: z.string().exactOptional(),
  leaseTransitions: z.int().nonnegative().exactOptional(),
});
export type LeaseSpec = z.infer<typeof LeaseSpec>;

export const leaseKind: ResourceKind<LeaseSpec, never> = {
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  plural: 'leases',
  parseSpec: (spec) => {
    const parsed = LeaseSpec.safeParse(spec);
    if (parsed.success) return parsed.data;
    throw new StoreError('Invalid', z.prettifyError(parsed.error));
  },
  parseStatus: () => {
    throw new StoreError('Invalid', 'A Lease has no status.');
  },
  selectableFields: [],
};

/** Formats a time as the Kubernetes type MicroTime: RFC 3339 with microseconds. */
export function microTime(time: Date): string {
  return time.toISOString().replace('Z', '000Z');
}
