import { z } from 'zod';
import { StoreError, type ResourceKind } from '../store/port.ts';

/** What the API server may leave out is left out here too: a Lease may be somebody else's. */
const LeaseSpec = z.object({
  /** Empty or absent: nobody holds it. */
  holderIdentity: z.string().exactOptional(),
  leaseDurationSeconds: z.int().positive().exactOptional(),
  acquireTime: z.string().exactOptional(),
  renewTime: z.string().exactOptional(),
  leaseTransitions: z.int().nonnegative().exactOptional(),
});
export type LeaseSpec = z.infer<typeof LeaseSpec>;

/** Kubernetes' own Lease, as the control plane and client-go use it. */
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

/** RFC 3339 with microseconds, Kubernetes' MicroTime. */
export function microTime(time: Date): string {
  return time.toISOString().replace('Z', '000Z');
}
