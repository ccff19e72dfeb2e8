/**
 * An object in the form of Kubernetes. `spec` is the desired state and `status` the observed state; they are written by
 * different calls.
 */
export interface StoredObject<Spec = unknown, Status = unknown> {
  apiVersion: string;
  kind: string;
  metadata: ObjectMeta;
  spec: Spec;
  status?: Status;
}

export interface ObjectMeta {
  name: string;
  namespace: string;
  uid: string;
  /** Version of the object. Its text has no meaning: compare it only for equality. */
  resourceVersion: string;
  /** Counts changes of `spec`. Setting `deletionTimestamp` counts as a change. */
  generation: number;
  /** RFC 3339 in whole seconds, as on Kubernetes. */
  creationTimestamp: string;
  deletionTimestamp?: string;
  labels?: Record<string, string>;
  annotations?: Record<string, string>;
  finalizers?: string[];
  ownerReferences?: OwnerReference[];
}

export interface OwnerReference {
  apiVersion: string;
  kind: string;
  name: string;
  uid: string;
  controller?: boolean;
  blockOwnerDeletion?: boolean;
}

/** The fields that a caller of `create` sets. The store adds the rest. */
export type NewObject<Spec> = Pick<StoredObject<Spec>, 'spec'> & {
  metadata: Pick<ObjectMeta, 'name' | 'namespace'> &
    Partial<Pick<ObjectMeta, 'labels' | 'annotations' | 'finalizers' | 'ownerReferences'>>;
};

export interface ObjectKey {
  namespace: string;
  name: string;
}

/**
 * A kind of resource. `parseSpec` validates a spec and sets defaults on create and patch, as the CRD's schema does on a
 * cluster; it throws `StoreError('Invalid')` with a readable message. `validateUpdate` checks the transition rules
 * (immutable and one-way fields) that are CEL rules on a cluster.
 */
export interface ResourceKind<Spec, Status> {
  apiVersion: string;
  kind: string;
  plural: string;
  parseSpec(spec: unknown): Spec;
  parseStatus(status: unknown): Status;
  validateUpdate?(before: Spec, after: Spec): void;
  /**
   * Dotted paths that a field selector may use in addition to `metadata.name` and `metadata.namespace`, such as
   * `status.phase`.
   */
  selectableFields: readonly string[];
  /**
   * Names of the spec fields that users of this kind need: watches and responses to creates may leave out all other
   * spec fields. The values of these fields are numbers or booleans, and their names do not occur at a deeper level.
   * Absent: the whole spec.
   */
  watchedSpecFields?: readonly string[];
}

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

/** A JSON merge patch (RFC 7396): null removes a key, arrays are replaced as a whole. */
export type MergePatch = Record<string, unknown>;

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

export type StoreErrorReason =
  'NotFound' | 'AlreadyExists' | 'Conflict' | 'Invalid' | 'Expired' | 'Forbidden' | 'Unavailable';

/** Failure of a store. `Unavailable`: the outcome is unknown, and a write may have succeeded. */
export class StoreError extends Error {
  readonly reason: StoreErrorReason;

  constructor(reason: StoreErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.reason = reason;
  }
}

/** Reports whether the error is a `StoreError` with one of the reasons, or any `StoreError` if no reason is given. */
export function isStoreError(error: unknown, ...reasons: StoreErrorReason[]): error is StoreError {
  return error instanceof StoreError && (reasons.length === 0 || reasons.includes(error.reason));
}
