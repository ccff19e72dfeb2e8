import pLimit from 'p-limit';
import {
  isStoreError,
  type ListOptions,
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
  for (let continueToken: string | undefined, isLast = false; !isLast;) {
    const page = await pageOf(store, kind, { ...select, ...(continueToken !== undefined && { continueToken }) });
    const done = await limit.map(page.items, work);
    counted += done.filter(Boolean).length;
    continueToken = page.continueToken;
    isLast = continueToken === undefined && !page.expired;
  }
  return counted;
}

async function pageOf<S, T>(store: ObjectStore, kind: ResourceKind<S, T>, options: ListOptions) {
  try {
    return { expired: false, ...(await store.list(kind, { ...options, limit: pageSize })) };
  } catch (error) {
    if (isStoreError(error, 'NotFound')) return { expired: false, items: [], continueToken: undefined };
    if (isStoreError(error, 'Expired')) return { expired: true, items: [], continueToken: undefined };
    throw error;
  }
}
