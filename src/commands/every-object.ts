import pLimit from 'p-limit';
import { pagesOf } from '../runtime/pages.ts';
import {
  isStoreError,
  type ListOptions,
  type ObjectList,
  type ObjectStore,
  type ResourceKind,
  type StoredObject,
} from '../store/port.ts';

const pageSize = 500;
const sideBySide = 16;

/**
 * Do `work` with every object that the list has, several side by side; how many of them answered true. Begun anew where the
 * store has forgotten the list meanwhile, so `work` must bear to be repeated. A kind that the store does not know has no
 * objects.
 */
export async function everyObject<S, T>(
  store: ObjectStore,
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
  store: ObjectStore,
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
