import pLimit from 'p-limit';
import { pagesOf } from '../runtime/pages.ts';
import type { ListOptions, ObjectList, ObjectStore } from '../store/port.ts';
import { isStoreError } from '../objects/store-error.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { StoredObject } from '../objects/stored-object.ts';

const pageSize = 500;
const sideBySide = 16;

/**
 * Runs `work` on every object of a kind, up to 16 objects at a time, and returns how many calls returned true.
 *
 * If the list expires on the API server before its last page, starts again from the first object, so `work` must be
 * idempotent. If the API server does not know the kind, the result is 0.
 */
export async function everyObject<S, T>(
  store: Pick<ObjectStore, 'list'>,
  kind: ResourceKind<S, T>,
  select: Pick<ListOptions, 'namespace' | 'labelSelector'>,
  work: (object: StoredObject<S, T>) => Promise<boolean>,
): Promise<number> {
  const limit = pLimit(sideBySide);
  let counted = 0;
  for await (const { items } of pagesAnew(store, kind, { ...select, limit: pageSize })) {
    counted += (await limit.map(items, work)).filter(Boolean).length;
  }
  return counted;
}

async function* pagesAnew<S, T>(
  store: Pick<ObjectStore, 'list'>,
  kind: ResourceKind<S, T>,
  options: Omit<ListOptions, 'continueToken'>,
): AsyncGenerator<ObjectList<S, T>, void, undefined> {
  for (;;) {
    try {
      return yield* pagesOf(store, kind, options);
    } catch (error) {
      if (isStoreError(error, 'NotFound')) return;
      if (!isStoreError(error, 'Expired')) throw error;
    }
  }
}
