import type { ObjectKey } from '../store/port.ts';

/**
 * Returns the key of the AdAccount that pays for an AdJob or for the jobs of an ApiKey. It is in the same namespace.
 */
export function accountOf({
  metadata,
  spec,
}: {
  metadata: Pick<ObjectKey, 'namespace'>;
  spec: { accountRef: { name: string } };
}): ObjectKey {
  return { namespace: metadata.namespace, name: spec.accountRef.name };
}
