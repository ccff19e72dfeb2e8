import type { Logger } from 'pino';
import type { ObjectMeta } from '../objects/stored-object.ts';
import { EntryMap } from './entry-map.ts';
import { keyText, type ObjectKey } from '../objects/object-key.ts';

/** Change of one cached object. `deleted` also covers an object that no longer matches the selector of the watch. */
export type CacheChange<V> =
  | { type: 'added'; key: ObjectKey; view: V }
  | { type: 'updated'; key: ObjectKey; view: V; before: V }
  | { type: 'deleted'; key: ObjectKey; before: V };

export type CacheListener<V> = (change: CacheChange<V>) => void;

/**
 * Entry of the cache for one object. A view (the cached part of an object) that has all these fields can itself be the
 * entry.
 */
export interface CacheEntry<V> extends ObjectKey {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly view: V;
}

/**
 * Cache of views (parts of API objects) by key, with listeners for changes. Views are shared and must not be modified.
 */
export class ObjectCache<V> {
  private entries = new EntryMap<CacheEntry<V>>();
  private readonly listeners = new Set<CacheListener<V>>();
  private readonly logger: Pick<Logger, 'error'>;

  constructor(logger: Pick<Logger, 'error'>) {
    this.logger = logger;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: ObjectKey): V | undefined {
    return this.entries.get(key)?.view;
  }

  entry(key: ObjectKey): CacheEntry<V> | undefined {
    return this.entries.get(key);
  }

  *values(): IterableIterator<V> {
    for (const { view } of this.entries.values()) yield view;
  }

  /**
   * Adds a listener, and calls the listener at once with `added` for every cached object. Returns a function that
   * removes the listener.
   */
  onChange(listener: CacheListener<V>): () => void {
    this.listeners.add(listener);
    for (const entry of this.entries.values())
      this.notify(listener, { type: 'added', key: keyOf(entry), view: entry.view });
    return () => {
      this.listeners.delete(listener);
    };
  }

  put(entry: CacheEntry<V>): void {
    const before = this.entries.get(entry);
    if (before !== undefined && isSame(before, entry)) return;
    // Another uid means that a new object has the name of a deleted object.
    if (before !== undefined && before.uid !== entry.uid) this.remove(before);
    this.entries.set(entry);
    this.notifyOf(before, entry);
  }

  remove(key: ObjectKey): void {
    const before = this.entries.get(key);
    if (before === undefined) return;
    this.entries.delete(before);
    this.notifyAll({ type: 'deleted', key: keyOf(before), before: before.view });
  }

  /**
   * Replaces the content of the cache, and calls the listeners for every difference. The cache takes ownership of
   * `entries`, so the caller must not modify this map afterwards.
   */
  replace(entries: EntryMap<CacheEntry<V>>): void {
    const before = this.entries;
    for (const entry of before.values()) if (entries.get(entry)?.uid !== entry.uid) this.remove(entry);
    this.entries = entries;
    for (const entry of entries.values()) {
      const known = before.get(entry);
      if (known === undefined || !isSame(known, entry)) this.notifyOf(known, entry);
    }
  }

  private notifyOf(before: CacheEntry<V> | undefined, entry: CacheEntry<V>): void {
    const [key, view] = [keyOf(entry), entry.view];
    if (before?.uid === entry.uid) this.notifyAll({ type: 'updated', key, view, before: before.view });
    else this.notifyAll({ type: 'added', key, view });
  }

  private notifyAll(change: CacheChange<V>): void {
    for (const listener of this.listeners) this.notify(listener, change);
  }

  /**
   * Calls a listener. Logs an error of the listener instead of throwing, so that the cache and the other listeners are
   * not affected.
   */
  private notify(listener: CacheListener<V>, change: CacheChange<V>): void {
    try {
      listener(change);
    } catch (error) {
      this.logger.error({ err: error, key: keyText(change.key), change: change.type }, 'cache listener failed');
    }
  }
}

export function entryOf<V>({ namespace, name, uid, resourceVersion }: ObjectMeta, view: V): CacheEntry<V> {
  return { namespace, name, uid, resourceVersion, view };
}

export function isSame(one: CacheEntry<unknown>, other: Pick<ObjectMeta, 'uid' | 'resourceVersion'>): boolean {
  return one.uid === other.uid && one.resourceVersion === other.resourceVersion;
}

/** Returns a new key object, so that a listener that stores the key does not keep the whole cache entry in memory. */
function keyOf({ namespace, name }: ObjectKey): ObjectKey {
  return { namespace, name };
}
