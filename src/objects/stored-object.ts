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
