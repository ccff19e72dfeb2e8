import type { ObjectStore } from '../store/port.ts';
import { fence, type Fence } from './fence.ts';
import type { Leadership } from './leader-election.ts';

/**
 * Returns a store whose writes require that this process is the leader. Each write checks the leadership deadline just
 * before it is sent, and throws `NotLeadingError` after that deadline. Reads are not restricted.
 */
export function fencedStore(store: ObjectStore, leadership: Leadership): ObjectStore {
  return storeThrough(store, fence(leadership));
}

/** Returns a store that passes every write to `store` through `fenced`. Reads are not restricted. */
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
