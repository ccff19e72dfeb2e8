import { afterEach, beforeEach } from '@jest/globals';
import type { ObjectStore } from '../../src/store/port.ts';
import type { ObjectKey } from '../../src/objects/object-key.ts';
import type { NewObject, OwnerReference, StoredObject } from '../../src/objects/stored-object.ts';
import { WatchLog } from '../support/process/watch-log.ts';
import { widgets, type WidgetSpec, type WidgetStatus } from './widget.ts';

export interface StoreUnderTest {
  store: ObjectStore;
  /** Two namespaces that no other test uses. */
  namespace: string;
  otherNamespace: string;
  /** Makes the store discard all versions up to now, as the API server does when etcd is compacted. */
  forgetPast(): Promise<void>;
  close(): Promise<void>;
}

export type MakeStore = () => Promise<StoreUnderTest>;
export type Widget = StoredObject<WidgetSpec, WidgetStatus>;
export type WidgetWatch = WatchLog<WidgetSpec, WidgetStatus>;

type Extras = Partial<WidgetSpec> &
  Omit<NewObject<WidgetSpec>['metadata'], 'name' | 'namespace'> & { namespace?: string };

/** Opens a store for each test of a contract, and has short forms of store calls. */
export class StoreBench {
  private readonly watches: WidgetWatch[] = [];
  private current: StoreUnderTest | undefined;

  /** Must be called within a `describe`, because it adds hooks to it. */
  constructor(makeStore: MakeStore) {
    beforeEach(async () => {
      this.current = await makeStore();
    });
    afterEach(async () => {
      await Promise.all(this.watches.splice(0).map((watch) => watch.stop()));
      await this.current?.close();
    });
  }

  get under(): StoreUnderTest {
    if (this.current === undefined) throw new Error('the store is only available inside a test');
    return this.current;
  }

  get store(): ObjectStore {
    return this.under.store;
  }

  key(name: string): ObjectKey {
    return { namespace: this.under.namespace, name };
  }

  /** Creates a widget. `extras` contains fields of its spec and of its metadata. */
  make(name: string, extras: Extras = {}): Promise<Widget> {
    const { namespace = this.under.namespace, labels, annotations, finalizers, ownerReferences, ...spec } = extras;
    const told = { labels, annotations, finalizers, ownerReferences };
    const given = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== undefined));
    return this.store.create(widgets, { metadata: { namespace, name, ...given }, spec: { size: 1, ...spec } });
  }

  async get(name: string): Promise<Widget | undefined> {
    return this.store.get(widgets, this.key(name));
  }

  /** Returns the widget. Throws if it does not exist. */
  async seen(name: string): Promise<Widget> {
    const widget = await this.get(name);
    if (widget === undefined) throw new Error(`widget ${name} not found`);
    return widget;
  }

  patch(name: string, patch: Record<string, unknown>): Promise<Widget> {
    return this.store.patch(widgets, this.key(name), patch);
  }

  setPhase(name: string, phase: string): Promise<Widget> {
    return this.store.patchStatus(widgets, this.key(name), { status: { phase } });
  }

  async names(select: { labelSelector?: string; fieldSelector?: string } = {}): Promise<string[]> {
    const { items } = await this.store.list(widgets, { namespace: this.under.namespace, ...select });
    return items.map((item) => item.metadata.name);
  }

  async version(): Promise<string> {
    return (await this.store.list(widgets, { namespace: this.under.namespace })).resourceVersion;
  }

  /** Watches the test's namespace from a version. The watch stops after the test. */
  watch(resourceVersion: string, select: { labelSelector?: string; fieldSelector?: string } = {}): WidgetWatch {
    const watch = new WatchLog(this.store, widgets, { namespace: this.under.namespace, resourceVersion, ...select });
    this.watches.push(watch);
    return watch;
  }
}

/** Returns metadata with owner references to the given widgets. */
export function ownedBy(...owners: Widget[]): Extras {
  const ownerReferences: OwnerReference[] = owners.map(({ apiVersion, kind, metadata: { name, uid } }) => ({
    apiVersion,
    kind,
    name,
    uid,
  }));
  return { ownerReferences };
}
