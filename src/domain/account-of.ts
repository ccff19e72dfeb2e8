import type { ObjectKey } from '../objects/object-key.ts';

export function accountOf({
  metadata,
  spec,
}: {
  metadata: Pick<ObjectKey, 'namespace'>;
  spec: { accountRef: { name: string } };
}): ObjectKey {
  return { namespace: metadata.namespace, name: spec.accountRef.name };
}
