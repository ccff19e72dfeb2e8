import type {
  DeleteOptions,
  ListOptions,
  ObjectList,
  ObjectStore,
  WatchEvent,
  WatchOptions,
} from '../../../src/store/port.ts';
import type { MergePatch } from '../../../src/objects/merge-patch.ts';
import type { ResourceKind } from '../../../src/objects/resource-kind.ts';
import type { ObjectKey } from '../../../src/objects/object-key.ts';
import type { NewObject, StoredObject } from '../../../src/objects/stored-object.ts';

type Call = 'get' | 'create' | 'patch' | 'patchStatus' | 'delete';

/** A store that records its calls. Tests can make the next call fail, before or after its execution. */
export class SpiedStore implements ObjectStore {
  /** Recorded calls, such as `create Job`. Lists and watches are not recorded. */
  readonly calls: string[] = [];
  readonly #store: ObjectStore;
  #failure: { call: Call; error: Error; when: 'before' | 'after' } | undefined;

  constructor(store: ObjectStore) {
    this.#store = store;
  }

  failNext(call: Call, error: Error, when: 'before' | 'after'): void {
    this.#failure = { call, error, when };
  }

  get<S, T>(kind: ResourceKind<S, T>, key: ObjectKey): Promise<StoredObject<S, T> | undefined> {
    return this.#call('get', kind.kind, () => this.#store.get(kind, key));
  }

  list<S, T>(kind: ResourceKind<S, T>, options?: ListOptions): Promise<ObjectList<S, T>> {
    return this.#store.list(kind, options);
  }

  watch<S, T>(kind: ResourceKind<S, T>, options: WatchOptions): AsyncIterable<WatchEvent<S, T>> {
    return this.#store.watch(kind, options);
  }

  create<S, T>(kind: ResourceKind<S, T>, object: NewObject<S>): Promise<StoredObject<S, T>> {
    return this.#call('create', kind.kind, () => this.#store.create(kind, object));
  }

  patch<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, patch: MergePatch): Promise<StoredObject<S, T>> {
    return this.#call('patch', kind.kind, () => this.#store.patch(kind, key, patch));
  }

  patchStatus<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, patch: MergePatch): Promise<StoredObject<S, T>> {
    return this.#call('patchStatus', kind.kind, () => this.#store.patchStatus(kind, key, patch));
  }

  delete<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, options?: DeleteOptions): Promise<void> {
    return this.#call('delete', kind.kind, () => this.#store.delete(kind, key, options));
  }

  async #call<R>(call: Call, kind: string, make: () => Promise<R>): Promise<R> {
    this.calls.push(`${call} ${kind}`);
    const failure = this.#failure?.call === call ? this.#failure : undefined;
    if (failure !== undefined) this.#failure = undefined;
    if (failure?.when === 'before') throw failure.error;
    const answer = await make();
    if (failure !== undefined) throw failure.error;
    return answer;
  }
}
