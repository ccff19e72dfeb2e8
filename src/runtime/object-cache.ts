import type { Logger } from 'pino';
import type { ObjectKey, ObjectMeta } from '../store/port.ts';
import { keyText, parseKeyText } from './object-key.ts';

/** What has become of one object. `deleted` also when it stopped matching the selector. */
export type CacheChange<V> =
  | { type: 'added'; key: ObjectKey; view: V }
  | { type: 'updated'; key: ObjectKey; view: V; before: V }
  | { type: 'deleted'; key: ObjectKey; before: V };

export type CacheListener<V> = (change: CacheChange<V>) => void;

export interface CacheEntry<V> {
  uid: string;
  resourceVersion: string;
  view: V;
}

/** Views of objects by key, and those who want to hear of each change. Views are shared: nobody changes them. */
export class ObjectCache<V> {
  private readonly entries = new Map<string, CacheEntry<V>>();
  private readonly listeners = new Set<CacheListener<V>>();
  private readonly logger: Pick<Logger, 'error'>;

  constructor(logger: Pick<Logger, 'error'>) {
    this.logger = logger;
  }

  get size(): number {
    return this.entries.size;
  }

  get(key: ObjectKey): V | undefined {
    return this.entries.get(keyText(key))?.view;
  }

  /** What is kept of exactly this version. */
  entry(metadata: ObjectMeta): CacheEntry<V> | undefined {
    const entry = this.entries.get(keyText(metadata));
    return entry?.uid === metadata.uid && entry.resourceVersion === metadata.resourceVersion ? entry : undefined;
  }

  *values(): IterableIterator<V> {
    for (const { view } of this.entries.values()) yield view;
  }

  /** A listener that comes late is told of what is there. Returns the unsubscriber. */
  onChange(listener: CacheListener<V>): () => void {
    this.listeners.add(listener);
    for (const [text, { view }] of this.entries) this.tell(listener, { type: 'added', key: parseKeyText(text), view });
    return () => {
      this.listeners.delete(listener);
    };
  }

  put(key: ObjectKey, entry: CacheEntry<V>): void {
    const text = keyText(key);
    const before = this.entries.get(text);
    if (before?.uid === entry.uid && before.resourceVersion === entry.resourceVersion) return;
    if (before !== undefined && before.uid !== entry.uid) this.remove(key); // another object of the same name
    const { view } = entry;
    this.entries.set(text, entry);
    if (before?.uid === entry.uid) this.tellAll({ type: 'updated', key, view, before: before.view });
    else this.tellAll({ type: 'added', key, view });
  }

  remove(key: ObjectKey): void {
    const text = keyText(key);
    const before = this.entries.get(text);
    if (!this.entries.delete(text) || before === undefined) return;
    this.tellAll({ type: 'deleted', key, before: before.view });
  }

  /** Make the cache hold exactly these. */
  replace(entries: ReadonlyMap<string, CacheEntry<V>>): void {
    for (const text of [...this.entries.keys()]) if (!entries.has(text)) this.remove(parseKeyText(text));
    for (const [text, entry] of entries) this.put(parseKeyText(text), entry);
  }

  private tellAll(change: CacheChange<V>): void {
    for (const listener of this.listeners) this.tell(listener, change);
  }

  /** A listener's mistake is its own: the cache and the other listeners go on. */
  private tell(listener: CacheListener<V>, change: CacheChange<V>): void {
    try {
      listener(change);
    } catch (error) {
      this.logger.error({ err: error, key: keyText(change.key), change: change.type }, 'cache listener failed');
    }
  }
}

export function entryOf<V>(metadata: ObjectMeta, view: V): CacheEntry<V> {
  return { uid: metadata.uid, resourceVersion: metadata.resourceVersion, view };
}
