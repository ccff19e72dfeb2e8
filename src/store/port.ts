import type { MergePatch } from '../objects/merge-patch.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { NewObject, StoredObject } from '../objects/stored-object.ts';

export interface ListOptions {
  /** Namespace of the objects. If absent, objects of all namespaces are listed. */
  namespace?: string;
  /** Kubernetes label selector, such as `a=b,c!=d,e in (x,y),!f`. */
  labelSelector?: string;
  /** Kubernetes field selector, such as `status.phase!=SUCCESS,metadata.name=x`. */
  fieldSelector?: string;
  /** Maximum number of objects in a page. If absent, one page contains all objects. */
  limit?: number;
  /** Continue token of the previous page. If it is too old, the call throws `StoreError('Expired')`. */
  continueToken?: string;
}

export interface ObjectList<Spec, Status> {
  items: StoredObject<Spec, Status>[];
  /** Version of the list. A watch from this version on reports all later changes. */
  resourceVersion: string;
  continueToken?: string;
}

export interface WatchOptions {
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
  /** Version after which the watch reports changes. If it is too old, the iterator throws `StoreError('Expired')`. */
  resourceVersion: string;
  signal: AbortSignal;
}

/**
 * Event of a watch. `DELETED` also means that an object still exists but no longer matches the selector.
 *
 * A bookmark contains only a version and no change. The first bookmark comes as soon as the watch is connected, and
 * further bookmarks come at intervals. A watch that emits no event for a long time counts as disconnected.
 */
export type WatchEvent<Spec, Status> =
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: StoredObject<Spec, Status> }
  | { type: 'BOOKMARK'; resourceVersion: string };

export interface DeleteOptions {
  preconditions?: { uid?: string; resourceVersion?: string };
  /**
   * Effect on the objects that have the deleted object as their owner. `Background` (the default) deletes these
   * objects; `Orphan` keeps them.
   */
  propagation?: 'Background' | 'Orphan';
}

/**
 * Store of Kubernetes objects: an API server, or a local store that behaves like one. Every failure is a `StoreError`.
 * - `patch` writes metadata and spec, but not `status`; `patchStatus` writes only `status`.
 * - A patch fails with `Conflict` if its `metadata.resourceVersion` differs from that of the object.
 * - A patch that changes nothing writes nothing.
 * - If an object has finalizers, `delete` only sets its `deletionTimestamp`; the object is deleted when its last
 *   finalizer is removed.
 */
export interface ObjectStore {
  get<S, T>(kind: ResourceKind<S, T>, key: ObjectKey): Promise<StoredObject<S, T> | undefined>;
  list<S, T>(kind: ResourceKind<S, T>, options?: ListOptions): Promise<ObjectList<S, T>>;
  watch<S, T>(kind: ResourceKind<S, T>, options: WatchOptions): AsyncIterable<WatchEvent<S, T>>;
  create<S, T>(kind: ResourceKind<S, T>, object: NewObject<S>): Promise<StoredObject<S, T>>;
  patch<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, patch: MergePatch): Promise<StoredObject<S, T>>;
  patchStatus<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, patch: MergePatch): Promise<StoredObject<S, T>>;
  delete<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, options?: DeleteOptions): Promise<void>;
}
