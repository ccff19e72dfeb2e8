import type { ObjectKey } from '../store/port.ts';

/** The AdAccount that pays for an AdJob, or for what an ApiKey creates: in the namespace of either. */
export function accountOf({
  metadata,
  spec,
}: {
  metadata: Pick<ObjectKey, 'namespace'>;
  spec: { accountRef: { name: string } };
}): ObjectKey {
  return { namespace: metadata.namespace, name: spec.accountRef.name };
}
