import type { ObjectStore } from '../store/port.ts';
import { fence } from './fence.ts';
import type { Leadership } from './leader-election.ts';

/**
 * The store, for as long as we lead: reads pass, and each write is checked against our own deadline just before it is
 * sent. It throws `NotLeadingError` afterwards.
 */
export function fencedStore(store: ObjectStore, leadership: Leadership): ObjectStore {
  const fenced = fence(leadership);
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
