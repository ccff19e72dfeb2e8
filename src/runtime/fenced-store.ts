import type { ObjectStore } from '../store/port.ts';
import { fence, type Fence } from './fence.ts';
import type { Leadership } from './leader-election.ts';

/**
 * The store, for as long as we lead: reads pass, and each write is checked against our own deadline just before it is
 * sent. It throws `NotLeadingError` afterwards.
 */
export function fencedStore(store: ObjectStore, leadership: Leadership): ObjectStore {
  return storeThrough(store, fence(leadership));
}

/** The store with each of its writes made by `fenced`; reads pass. */
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
