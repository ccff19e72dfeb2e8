/** A Kubernetes-shaped object. `spec` is the wish, `status` what was seen; the two are written by different calls. */
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
  /** Opaque; compare for equality only. */
  resourceVersion: string;
  /** Counts changes of `spec`; the mark of a deletion counts as one. */
  generation: number;
  /** RFC 3339, whole seconds, as Kubernetes has it. */
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

/** What the caller of `create` fills in; the store adds the rest. */
export type NewObject<Spec> = Pick<StoredObject<Spec>, 'spec'> & {
  metadata: Pick<ObjectMeta, 'name' | 'namespace'> &
    Partial<Pick<ObjectMeta, 'labels' | 'annotations' | 'finalizers' | 'ownerReferences'>>;
};

export interface ObjectKey {
  namespace: string;
  name: string;
}

/**
 * One kind of resource as the store needs to know it. `parse` checks and defaults a spec on create and patch (what the
 * CRD's schema does on a cluster): it throws `StoreError('Invalid')` with a readable message. `validateUpdate` holds the
 * transition rules (immutability, one-way fields) that CEL holds on a cluster.
 */
export interface ResourceKind<Spec, Status> {
  apiVersion: string;
  kind: string;
  plural: string;
  parseSpec(spec: unknown): Spec;
  parseStatus(status: unknown): Status;
  validateUpdate?(before: Spec, after: Spec): void;
  /** Dotted paths that a field selector may name, beside `metadata.name` and `metadata.namespace`: `status.phase`. */
  selectableFields: readonly string[];
  /**
   * What a watch and the answer to a create tell of the spec may be cut to these fields, whose values are numbers or booleans and whose names occur
   * nowhere deeper; absent: it tells all.
   */
  watchedSpecFields?: readonly string[];
}

export interface ListOptions {
  /** Absent means all namespaces. */
  namespace?: string;
  /** Kubernetes label selector syntax: `a=b,c!=d,e in (x,y),!f`. */
  labelSelector?: string;
  /** `status.phase!=SUCCESS,metadata.name=x`. */
  fieldSelector?: string;
  /** Page size; absent means everything in one page. */
  limit?: number;
  /** From the page before. Throws `StoreError('Expired')` when it is too old. */
  continueToken?: string;
}

export interface ObjectList<Spec, Status> {
  items: StoredObject<Spec, Status>[];
  /** The version to start a watch from. */
  resourceVersion: string;
  continueToken?: string;
}

export interface WatchOptions {
  namespace?: string;
  labelSelector?: string;
  fieldSelector?: string;
  /** Events after this version. Throws `StoreError('Expired')` from the iterator when it is too old. */
  resourceVersion: string;
  signal: AbortSignal;
}

/**
 * `DELETED` also when an object stops matching the watch's selector: it is not gone then. A bookmark comes first, as soon
 * as the watch stands, and then from time to time: a watch that says nothing is cut.
 */
export type WatchEvent<Spec, Status> =
  | { type: 'ADDED' | 'MODIFIED' | 'DELETED'; object: StoredObject<Spec, Status> }
  | { type: 'BOOKMARK'; resourceVersion: string };

export interface DeleteOptions {
  preconditions?: { uid?: string; resourceVersion?: string };
  /** `Background` (default): dependents by owner reference go too. `Orphan`: they stay. */
  propagation?: 'Background' | 'Orphan';
}

/** A JSON merge patch (RFC 7396): null removes a key, arrays are replaced whole. */
export type MergePatch = Record<string, unknown>;

/**
 * The API server's objects, or a local store that behaves like it. Every failure is a `StoreError`.
 *
 * `patch` writes metadata and spec and ignores `status`; `patchStatus` writes `status` alone. A patch that carries
 * `metadata.resourceVersion` is refused with `Conflict` when the object has moved on. A patch that changes nothing writes
 * nothing. An object with finalizers only gets a `deletionTimestamp` from `delete`, and goes when the last finalizer does.
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

/** `Unavailable` means the outcome is unknown: the write may have happened. */
export class StoreError extends Error {
  readonly reason: StoreErrorReason;

  constructor(reason: StoreErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StoreError';
    this.reason = reason;
  }
}

/** True for a `StoreError` with one of the given reasons. */
export function isStoreError(error: unknown, ...reasons: StoreErrorReason[]): error is StoreError {
  return error instanceof StoreError && (reasons.length === 0 || reasons.includes(error.reason));
}
