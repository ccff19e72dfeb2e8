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
  /**
   * Field selector of urgent objects. They are listed first, so that consumers of urgent objects need not wait until
   * all objects are listed. The watch of all objects begins at once too, beside the list of the other objects.
   */
  urgent?: string;
  transform: (object: StoredObject<S, T>, before: V | undefined) => V;
  /**
   * Builds the cache entry of an object. If absent, the entry is a new object that contains the view (the cached part
   * of the object).
   */
  asEntry?: (metadata: ObjectMeta, view: V) => CacheEntry<V>;
  clock: Clock;
  logger: Pick<Logger, 'debug' | 'warn' | 'error'>;
  /**
   * Number of objects per page of a list. The number limits the memory, because several copies of a page are in memory
   * while the page is read.
   */
  pageSize?: number;
  /**
   * Time in milliseconds without any event after which a watch is cancelled and resumed. Kubernetes sends a bookmark
   * event about once a minute, even if no object changes.
   */
  inactivityTimeoutMs?: number;
  backoff?: BackoffLimits;
  random?: () => number;
}

/**
 * Minimum duration in milliseconds of a successful watch. A watch that ends earlier without a new event counts as a
 * failure, even if it ended normally. The first bookmark event of a watch does not count as a new event.
 */
const shortWatchMs = 1_000;

/**
 * Keeps a cache in sync with a store of API objects: lists all objects, then watches for changes, and resumes an
 * interrupted watch. Lists all objects again if the store no longer has the version from which to resume. Retries until
 * the signal of `run` aborts.
 */
export class Reflector<S, T, V> {
  readonly cache: ObjectCache<V>;
  private readonly options: Required<Omit<ReflectorOptions<S, T, V>, 'select' | 'urgent'>> &
    Pick<ReflectorOptions<S, T, V>, 'select' | 'urgent'>;
  private readonly begun = new AbortController();
  private readonly synced = new AbortController();
  /** Resource version from which to watch. Undefined means that the objects must be listed first. */
  private position: string | undefined;
  /** Uids that the watch has reported while the objects that are not urgent are listed. Undefined at other times. */
  private rest: Set<string> | undefined;
  private failures = 0;
  private readonly startedMs: number;
  private cutMs: number | undefined;
  private lastEventMs: number;

  constructor(options: ReflectorOptions<S, T, V>) {
    const defaults = { pageSize: 250, asEntry: entryOf<V>, inactivityTimeoutMs: 150_000, random: Math.random };
    this.options = { ...defaults, backoff: { baseMs: 100, maxMs: 30_000 }, ...options };
    this.cache = new ObjectCache(options.logger);
    this.lastEventMs = this.startedMs = options.clock.monotonicMs();
  }

  /**
   * True once all objects were listed. From then on, the cache may be outdated for some time, but no object is missing
   * permanently.
   */
  get hasSynced(): boolean {
    return this.synced.signal.aborted;
  }

  whenSynced(): Promise<void> {
    return aborted(this.synced.signal);
  }

  /** Resolves once all urgent objects are cached. From then on, changes of all objects are observed. */
  whenUrgentSynced(): Promise<void> {
    return aborted(AbortSignal.any([this.begun.signal, this.synced.signal]));
  }

  /** Returns the time in seconds since the cache was last known to be current, or 0 while a watch is open. */
  staleSeconds(): number {
    const sinceMs = this.hasSynced ? this.cutMs : this.startedMs;
    return sinceMs === undefined ? 0 : (this.options.clock.monotonicMs() - sinceMs) / 1_000;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      try {
        this.position ??= await this.list(signal);
        await this.watch(this.position, signal);
      } catch (error) {
        this.fail(error);
      }
      if (this.failures > 0) await this.options.clock.sleep(this.delayMs(this.failures), signal);
    }
  }

  /** Lists all objects, or the first time only the urgent ones. Returns the version from which to watch all objects. */
  private async list(signal: AbortSignal): Promise<string> {
    this.rest = undefined;
    const { urgent } = this.options;
    if (urgent !== undefined && !this.begun.signal.aborted) return this.listUrgent(urgent, signal);
    const { entries, resourceVersion } = await this.listAll();
    this.cache.replace(entries);
    this.cutMs = this.options.clock.monotonicMs();
    this.synced.abort();
    return resourceVersion;
  }

  private async listAll(): ReturnType<typeof this.listPages> {
    const { select, pageSize } = this.options;
    return this.listPages({ ...select, limit: pageSize }).catch((error: unknown) => {
      // The list expired before its last page was read. Listing all objects in one request avoids this.
      if (isStoreError(error, 'Expired')) return this.listPages({ ...select });
      throw error;
    });
  }

  private async listUrgent(urgent: string, signal: AbortSignal): Promise<string> {
    const { select, pageSize } = this.options;
    const fieldSelector = [select?.fieldSelector, urgent].filter((one) => one !== undefined).join(',');
    const { entries, resourceVersion } = await this.listPages({ ...select, fieldSelector, limit: pageSize });
    for (const entry of entries.values()) this.cache.put(entry);
    this.begun.abort();
    this.rest = new Set();
    void this.listRest(this.rest, signal);
    return resourceVersion;
  }

  /**
   * Lists all objects while the watch already runs, and caches those that the watch has not reported, page by page: a
   * burst of 100,000 new objects would keep consumers from renewing their Lease. `reported` has the uids of the others:
   * for them, the watch is as new as the list or will be soon. Retries until the list is complete. Gives up if the watch
   * has missed changes, because all objects are then listed again before the next watch.
   */
  private async listRest(reported: Set<string>, signal: AbortSignal): Promise<void> {
    const isWanted = (): boolean => this.rest === reported && !signal.aborted;
    for (let failures = 1; isWanted(); failures += 1) {
      try {
        await this.cachePages(reported, isWanted);
        if (!isWanted()) return;
        this.rest = undefined;
        this.synced.abort();
      } catch (error) {
        this.logFailure(error, failures);
        await this.options.clock.sleep(this.delayMs(failures), signal);
      }
    }
  }

  private async cachePages(reported: ReadonlySet<string>, isWanted: () => boolean): Promise<void> {
    const { store, kind, select, pageSize } = this.options;
    for await (const { items } of pagesOf(store, kind, { ...select, limit: pageSize })) {
      if (!isWanted()) return;
      for (const item of items) if (!reported.has(item.metadata.uid)) this.cache.put(this.entry(item));
    }
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
   * Returns the cache entry of a listed object. If the object is unchanged, returns the entry that is already cached,
   * so that only one copy is in memory while the list is read.
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
    this.rest?.add(metadata.uid);
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
    if (isStoreError(error, 'Expired')) this.position = this.rest = undefined;
    this.failures += 1;
    this.logFailure(error, this.failures);
  }

  private logFailure(error: unknown, failures: number): void {
    const { logger, kind } = this.options;
    const level = isStoreError(error, 'Expired') ? 'debug' : 'warn';
    logger[level]({ err: error, kind: kind.kind, failures }, 'list or watch failed; retrying');
  }

  private delayMs(failures: number): number {
    return exponentialMs(failures, this.options.backoff) * (0.5 + this.options.random() / 2);
  }
}
