import type { Clock } from '../clock/port.ts';
import { isObjectName } from '../store/name-rules.ts';
import { isStoreError } from '../objects/store-error.ts';
import type { DeleteOptions, ListOptions, ObjectList, ObjectStore, WatchEvent, WatchOptions } from '../store/port.ts';
import type { MergePatch } from '../objects/merge-patch.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import type { NewObject, StoredObject } from '../objects/stored-object.ts';
import { arrived, arrivedList, isFields } from './arrived.ts';
import { watchCluster, type WatchObserver, type WatchSource } from './kubernetes-watch.ts';
import { collectionPath, objectPath, queryOf } from './resource-path.ts';
import type { RestClient } from './rest-client.ts';

export interface KubernetesStoreOptions {
  client: RestClient;
  clock: Clock;
  random?: () => number;
  observer?: WatchObserver | undefined;
}

const mergePatch = 'application/merge-patch+json';

/**
 * Store of the objects on a Kubernetes API server, for any kind with a spec and a status. The API server has validated
 * the objects that it returns, so they are not validated again.
 */
export class KubernetesStore implements ObjectStore {
  private readonly client: RestClient;
  private readonly source: WatchSource;

  constructor({ client, clock, random = Math.random, observer }: KubernetesStoreOptions) {
    this.client = client;
    this.source = { client, clock, random, observer };
  }

  /**
   * Returns a store on the same connections that resends a failed write only while `mayWrite` returns true. The caller
   * itself must check before the first send whether it may write.
   */
  guarded(mayWrite: () => boolean): KubernetesStore {
    return new KubernetesStore({ ...this.source, client: this.client.guarded(mayWrite) });
  }

  async get<S, T>(kind: ResourceKind<S, T>, key: ObjectKey): Promise<StoredObject<S, T> | undefined> {
    if (!isObjectName(key.name)) return undefined;
    try {
      return arrived(kind, await this.client.json({ method: 'GET', path: objectPath(kind, key) }));
    } catch (error) {
      if (isStoreError(error, 'NotFound')) return undefined;
      throw error;
    }
  }

  async list<S, T>(kind: ResourceKind<S, T>, options: ListOptions = {}): Promise<ObjectList<S, T>> {
    const { namespace, labelSelector, fieldSelector, limit, continueToken } = options;
    const query = queryOf({ labelSelector, fieldSelector, limit, continue: continueToken });
    const path = `${collectionPath(kind, namespace)}${query}`;
    return arrivedList(kind, await this.client.json({ method: 'GET', path }));
  }

  watch<S, T>(kind: ResourceKind<S, T>, options: WatchOptions): AsyncIterable<WatchEvent<S, T>> {
    return watchCluster(this.source, kind, options);
  }

  async create<S, T>(kind: ResourceKind<S, T>, { metadata, spec }: NewObject<S>): Promise<StoredObject<S, T>> {
    const path = `${collectionPath(kind, metadata.namespace)}${this.manager()}`;
    const body = { apiVersion: kind.apiVersion, kind: kind.kind, metadata, spec };
    const { watchedSpecFields: specFields } = kind;
    return arrived(kind, await this.client.json({ method: 'POST', path, body, specFields }));
  }

  patch<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, patch: MergePatch): Promise<StoredObject<S, T>> {
    const { status, ...body } = patch;
    return this.write(kind, objectPath(kind, key), body);
  }

  patchStatus<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, patch: MergePatch): Promise<StoredObject<S, T>> {
    const { metadata, status } = patch;
    const { uid, resourceVersion } = isFields(metadata) ? metadata : {};
    return this.write(kind, `${objectPath(kind, key)}/status`, { metadata: { uid, resourceVersion }, status });
  }

  async delete<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, options: DeleteOptions = {}): Promise<void> {
    const { preconditions, propagation: propagationPolicy = 'Background' } = options;
    const body = { apiVersion: 'v1', kind: 'DeleteOptions', preconditions, propagationPolicy };
    await this.client.json({ method: 'DELETE', path: objectPath(kind, key), body });
  }

  private async write<S, T>(kind: ResourceKind<S, T>, path: string, body: MergePatch): Promise<StoredObject<S, T>> {
    const request = { method: 'PATCH', path: `${path}${this.manager()}`, body, contentType: mergePatch } as const;
    return arrived(kind, await this.client.json(request));
  }

  private manager(): string {
    return queryOf({ fieldManager: this.client.fieldManager });
  }
}
