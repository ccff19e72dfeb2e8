import { keyText, type ObjectKey } from '../../objects/object-key.ts';
import type { AdminDeps } from '../deps.ts';

interface Named {
  metadata: ObjectKey;
}

/** Compares two objects by namespace and name, for the order of a list. */
export function byName({ metadata: one }: Named, { metadata: other }: Named): number {
  return keyText(one) < keyText(other) ? -1 : 1;
}

/** Returns the name of an object in a list, with its namespace if the dashboard shows several namespaces. */
export function shownName(key: ObjectKey, { namespace }: Pick<AdminDeps, 'namespace'>): string {
  return namespace.isOnly ? key.name : keyText(key);
}
