import type { ObjectKey } from '../objects/object-key.ts';

/**
 * Returns the key (namespace and name) of the AdAccount that pays for an AdJob, or for the jobs of an ApiKey. The
 * AdAccount is in the same namespace as the AdJob or ApiKey.
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
