import { checkKey } from '../store/name-rules.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { ObjectKey } from '../objects/object-key.ts';

type Resource = Pick<ResourceKind<never, never>, 'apiVersion' | 'plural'>;

export function collectionPath({ apiVersion, plural }: Resource, namespace: string | undefined): string {
  const root = apiVersion.includes('/') ? '/apis' : '/api';
  const within = namespace === undefined ? '' : `/namespaces/${encodeURIComponent(namespace)}`;
  return `${root}/${apiVersion}${within}/${plural}`;
}

/**
 * Returns the API path of one object. Throws `StoreError('Invalid')` if the name is invalid; with an empty name, the
 * path would be that of all objects of the kind.
 */
export function objectPath(kind: Resource, { namespace, name }: ObjectKey): string {
  checkKey(namespace, name);
  return `${collectionPath(kind, namespace)}/${encodeURIComponent(name)}`;
}

export function queryOf(values: Record<string, string | number | undefined>): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== '') query.append(name, String(value));
  }
  return query.size === 0 ? '' : `?${query.toString()}`;
}
