import type { MergePatch } from '../objects/merge-patch.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { NewObject, StoredObject } from '../objects/stored-object.ts';

export interface ListOptions {
  /** Absent: all namespaces. */
  namespace?: string;
  /** Kubernetes label selector syntax: `a=b,c!=d,e in (x,y),!f`. */
  labelSelector?: string;
  /** Kubernetes field selector syntax: `status.phase!=SUCCESS,metadata.name=x`. */
  fieldSelector?: string;
  /** Maximum number of objects in a page. Absent: one page with all objects. */
  limit?: number;
  /** Continue token of the previous page. The call throws `StoreError('Expired')` if the token is too old. */
  continueToken?: string;
}

export interface ObjectList<Spec, Status> {
  items: StoredObject<Spec, Status>[];
  /** Version at which a watch of these objects starts. */
  resourceVersion: string;
  continueToken?: string;
}

export interface WatchOptions {
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
  /**
   * The watch returns the events after this version. Its iterator throws `StoreError('Expired')` if the version is too
   * old.
   */
  resourceVersion: string;
  signal: AbortSignal;
}

/**
 * Event of a watch. `DELETED` also means that an existing object no longer matches the selector. A bookmark (a version
 * without a change) comes first, as soon as the watch is connected, and then at intervals: a watch without any event
 * counts as disconnected.
 */
export type WatchEvent<Spec, Status> =
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: StoredObject<Spec, Status> }
  | { type: 'BOOKMARK'; resourceVersion: string };

export interface DeleteOptions {
  preconditions?: { uid?: string; resourceVersion?: string };
  /**
   * `Background` (default) also deletes the dependents, which refer to the object as their owner. `Orphan` keeps them.
   */
  propagation?: 'Background' | 'Orphan';
}

/**
 * Objects of the API server, or of a local store that behaves like it. Every failure is a `StoreError`.
 *
 * `patch` writes metadata and spec and ignores `status`; `patchStatus` writes only `status`. A patch with another
 * `metadata.resourceVersion` than the object's fails with `Conflict`. A patch without changes writes nothing. `delete`
 * only sets `deletionTimestamp` on an object with finalizers, which is deleted when its last finalizer is removed.
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
