import type { Logger } from 'pino';
import type { Clock } from '../clock/port.ts';
import { isStoreError } from '../objects/store-error.ts';
import type { ListOptions, ObjectStore, WatchEvent } from '../store/port.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { ObjectMeta, StoredObject } from '../objects/stored-object.ts';
import { aborted } from './aborted.ts';
import { exponentialMs, type BackoffLimits } from './backoff.ts';
import { EntryMap } from './entry-map.ts';
import { entryOf, isSame, ObjectCache, type CacheEntry } from './object-cache.ts';
import { pagesOf } from './pages.ts';

export interface ReflectorOptions<S, T, V> {
  store: Pick<ObjectStore, 'list' | 'watch'>;
  kind: ResourceKind<S, T>;
  select?: { namespace?: string; labelSelector?: string; fieldSelector?: string };
  /** Field selector of objects to list first, so that consumers of these objects need not wait for the whole list. */
  urgent?: string;
  /** Returns the part of an object to cache; `before` is the view cached so far. */
  transform: (object: StoredObject<S, T>, before: V | undefined) => V;
  /** Builds the cache entry of an object. Absent: the entry is a new object that contains the view. */
  asEntry?: (metadata: ObjectMeta, view: V) => CacheEntry<V>;
  clock: Clock;
  logger: Pick<Logger, 'debug' | 'warn' | 'error'>;
  /** Number of objects per list page. While a page is read, several copies of its content are in memory. */
  pageSize?: number;
  /**
   * Time limit for a watch without any event; then the watch is cancelled and resumed. Kubernetes sends a bookmark
   * about once a minute.
   */
  inactivityTimeoutMs?: number;
  backoff?: BackoffLimits;
  /** Returns a number from 0 to 1, which spreads the retries of many replicas. */
  random?: () => number;
}

/**
 * A watch that ends within this time without a new event counts as a failure, even if it ended normally. The initial
 * bookmark of a watch is not a new event.
 */
const shortWatchMs = 1_000;

/**
 * Keeps a cache in sync with the store: lists all pages, then watches, and resumes an interrupted watch. Lists again
 * when the store no longer has the version to resume from. Retries until the signal of `run` aborts.
 */
export class Reflector<S, T, V> {
  readonly cache: ObjectCache<V>;
  private readonly options: Required<Omit<ReflectorOptions<S, T, V>, 'select' | 'urgent'>> &
    Pick<ReflectorOptions<S, T, V>, 'select' | 'urgent'>;
  /** Aborts after the first list of urgent objects. */
  private readonly begun = new AbortController();
  /** Aborts after the first complete list. */
  private readonly synced = new AbortController();
  /** Resource version to watch from; undefined: list first. */
  private position: string | undefined;
  private failures = 0;
  /** Monotonic time at which the cache was last known to be current; undefined while a watch is open. */
  private cutMs: number | undefined;
  private lastEventMs: number;

  constructor(options: ReflectorOptions<S, T, V>) {
    const defaults = { pageSize: 250, asEntry: entryOf<V>, inactivityTimeoutMs: 150_000, random: Math.random };
    this.options = { ...defaults, backoff: { baseMs: 100, maxMs: 30_000 }, ...options };
    this.cache = new ObjectCache(options.logger);
    this.lastEventMs = this.cutMs = options.clock.monotonicMs();
  }

  /** True if a complete list was read. After that, the cache may lag, but no object is missing permanently. */
  get hasSynced(): boolean {
    return this.synced.signal.aborted;
  }

  /** Resolves after the first complete list. */
  whenSynced(): Promise<void> {
    return aborted(this.synced.signal);
  }

  /**
   * Resolves once all urgent objects are cached. These objects are not updated until the first complete list is read.
   */
  whenUrgentSynced(): Promise<void> {
    return aborted(AbortSignal.any([this.begun.signal, this.synced.signal]));
  }

  /** Returns 0 while a watch is open, and otherwise the time since the cache was last known to be current. */
  staleSeconds(): number {
    return this.cutMs === undefined ? 0 : (this.options.clock.monotonicMs() - this.cutMs) / 1_000;
  }

  /** Runs until the signal aborts. */
  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.position ??= await this.list();
        await this.watch(this.position, signal);
      } catch (error) {
        this.fail(error);
      }
      if (this.failures > 0) await this.options.clock.sleep(this.delayMs(), signal);
    }
  }

  private async list(): Promise<string> {
    const { select, pageSize, urgent } = this.options;
    if (urgent !== undefined && !this.begun.signal.aborted) await this.listUrgent(urgent);
    const { entries, resourceVersion } = await this.listPages({ ...select, limit: pageSize }).catch(
      (error: unknown) => {
        // The list expired before its last page was read. A list in one request cannot expire.
        if (isStoreError(error, 'Expired')) return this.listPages({ ...select });
        throw error;
      },
    );
    this.cache.replace(entries);
    this.cutMs = this.options.clock.monotonicMs();
    this.synced.abort();
    return resourceVersion;
  }

  private async listUrgent(urgent: string): Promise<void> {
    const { select, pageSize } = this.options;
    const fieldSelector = [select?.fieldSelector, urgent].filter((one) => one !== undefined).join(',');
    const { entries } = await this.listPages({ ...select, fieldSelector, limit: pageSize });
    for (const entry of entries.values()) this.cache.put(entry);
    this.begun.abort();
  }

  private async listPages(
    options: Omit<ListOptions, 'continueToken'>,
  ): Promise<{ entries: EntryMap<CacheEntry<V>>; resourceVersion: string }> {
    const { store, kind } = this.options;
    const entries = new EntryMap<CacheEntry<V>>();
    let resourceVersion = '';
    for await (const page of pagesOf(store, kind, options)) {
      for (const item of page.items) entries.set(this.entry(item));
      ({ resourceVersion } = page);
    }
    return { entries, resourceVersion };
  }

  /**
   * Returns the cache entry for a listed object. Reuses the cached entry if the object is unchanged, to save memory
   * while a later list is read.
   */
  private entry(object: StoredObject<S, T>): CacheEntry<V> {
    const { metadata } = object;
    const known = this.cache.entry(metadata);
    if (known !== undefined && isSame(known, metadata)) return known;
    const { asEntry, transform } = this.options;
    return asEntry(metadata, transform(object, known?.view));
  }

  private async watch(resourceVersion: string, signal: AbortSignal): Promise<void> {
    const { store, kind, select, clock } = this.options;
    const cut = new AbortController();
    const either = AbortSignal.any([signal, cut.signal]);
    const beganMs = (this.lastEventMs = clock.monotonicMs());
    let isChange = false;
    const isLong = (): boolean => clock.monotonicMs() - beganMs >= shortWatchMs;
    void this.cutWhenSilent(cut);
    try {
      for await (const event of store.watch(kind, { ...select, resourceVersion, signal: either })) {
        isChange ||= isLong() || event.type !== 'BOOKMARK' || event.resourceVersion !== resourceVersion;
        if (isChange) this.failures = 0;
        this.onEvent(event);
      }
    } finally {
      this.cutMs ??= cut.signal.aborted ? this.lastEventMs : clock.monotonicMs();
      cut.abort();
    }
    if (!isChange) this.failures = isLong() ? 0 : this.failures + 1;
  }

  private onEvent(event: WatchEvent<S, T>): void {
    this.lastEventMs = this.options.clock.monotonicMs();
    this.cutMs = undefined;
    if (event.type === 'BOOKMARK') {
      this.position = event.resourceVersion;
      return;
    }
    const { metadata } = event.object;
    if (event.type === 'DELETED') this.cache.remove(metadata);
    else this.cache.put(this.entry(event.object));
    this.position = metadata.resourceVersion;
  }

  private async cutWhenSilent(cut: AbortController): Promise<void> {
    const { clock, inactivityTimeoutMs } = this.options;
    while (!cut.signal.aborted) {
      const leftMs = this.lastEventMs + inactivityTimeoutMs - clock.monotonicMs();
      if (leftMs <= 0) cut.abort();
      else await clock.sleep(leftMs, cut.signal);
    }
  }

  private fail(error: unknown): void {
    const { logger, kind } = this.options;
    const expired = isStoreError(error, 'Expired');
    if (expired) this.position = undefined;
    this.failures += 1;
    logger[expired ? 'debug' : 'warn'](
      { err: error, kind: kind.kind, failures: this.failures },
      'list or watch failed; retrying',
    );
  }

  private delayMs(): number {
    return exponentialMs(this.failures, this.options.backoff) * (0.5 + this.options.random() / 2);
  }
}
