/** A Kubernetes object. `spec` is the desired state and `status` is the observed state; separate calls write them. */
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
  /** Version of the object. It may only be compared for equality, because its text has no meaning. */
  resourceVersion: string;
  /** Number of changes of `spec`. Setting `deletionTimestamp` also counts as a change. */
  generation: number;
  /** Time at which the object was created, in RFC 3339 with whole seconds, as on Kubernetes. */
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

export type NewObject<Spec> = Pick<StoredObject<Spec>, 'spec'> & {
  metadata: Pick<ObjectMeta, 'name' | 'namespace'> &
    Partial<Pick<ObjectMeta, 'labels' | 'annotations' | 'finalizers' | 'ownerReferences'>>;
};
