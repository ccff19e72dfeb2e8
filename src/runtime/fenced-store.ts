import type { ObjectStore } from '../store/port.ts';
import { fence, type Fence } from './fence.ts';
import type { Leadership } from './leader-election.ts';

/**
 * Returns a store of API objects that accepts writes only while this process is the leader. Leadership is checked just
 * before a write is sent; without leadership, the write throws `NotLeadingError`. Reads are not restricted.
 */
export function fencedStore(store: ObjectStore, leadership: Leadership): ObjectStore {
  return storeThrough(store, fence(leadership));
}

export function storeThrough(store: ObjectStore, fenced: Fence): ObjectStore {
  return {
    get: (kind, key) => store.get(kind, key),
    list: (kind, options) => store.list(kind, options),
    watch: (kind, options) => store.watch(kind, options),
    create: (kind, object) => fenced(() => store.create(kind, object)),
    patch: (kind, key, patch) => fenced(() => store.patch(kind, key, patch)),
    patchStatus: (kind, key, patch) => fenced(() => store.patchStatus(kind, key, patch)),
    delete: (kind, key, options) => fenced(() => store.delete(kind, key, options)),
  };
}
