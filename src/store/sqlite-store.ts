import { randomUUID } from 'node:crypto';
import type { Clock } from '../clock/port.ts';
import { timestamp } from '../domain/timestamp.ts';
import { promised, SqliteFile } from '../files/sqlite-file.ts';
import { ChangeSignal } from './change-signal.ts';
import { decodeContinueToken, encodeContinueToken, type ListPosition } from './continue-token.ts';
import { Lifecycle } from './lifecycle.ts';
import { checkKey } from './name-rules.ts';
import { conflict, newObject, patched, statusPatched } from './object-edits.ts';
import { typed, type RawObject } from './object-shape.ts';
import { StoreError } from '../objects/store-error.ts';
import type { DeleteOptions, ListOptions, ObjectList, ObjectStore, WatchEvent, WatchOptions } from './port.ts';
import type { MergePatch } from '../objects/merge-patch.ts';
import type { ResourceKind } from '../objects/resource-kind.ts';
import type { ObjectKey } from '../objects/object-key.ts';
import type { NewObject, StoredObject } from '../objects/stored-object.ts';
import { Revisions, type LogRange, type ObjectAddress } from './revisions.ts';
import { selection } from './selection.ts';
import { migrations } from './sqlite-migrations.ts';
import { watchRevisions } from './sqlite-watch.ts';

export interface SqliteStoreOptions {
  file: string;
  clock: Clock;
  newUid?: () => string;
  /** Number of recent writes that are kept, so that watches and paged lists can continue from them. */
  eventsKept?: number;
  /** Interval in milliseconds at which the store checks whether another process has written to the file. */
  pollMs?: number;
  busyTimeoutMs?: number;
  bookmarkIntervalMs?: number;
}

const compactionStep = 64;

/**
 * Opens a store in a SQLite file. Creates the file, or updates its tables, if necessary. Throws
 * `StoreError('Unavailable')` if that fails.
 */
export function openSqliteStore(options: SqliteStoreOptions): SqliteStore {
  return new SqliteStore(options);
}

/** Store of Kubernetes objects in one SQLite file. A completed write is on disk. */
export class SqliteStore implements ObjectStore {
  private readonly options: Required<SqliteStoreOptions>;
  private readonly database: SqliteFile;
  private readonly revisions: Revisions;
  private readonly lifecycle: Lifecycle;
  private readonly changes: ChangeSignal;

  constructor(options: SqliteStoreOptions) {
    const defaults = { newUid: randomUUID, eventsKept: 10_000, pollMs: 75, busyTimeoutMs: 5_000 };
    this.options = { ...defaults, bookmarkIntervalMs: 10_000, ...options };
    this.database = new SqliteFile({
      file: options.file,
      migrations,
      busyTimeoutMs: this.options.busyTimeoutMs,
      failure: (message, cause) => new StoreError('Unavailable', message, { cause }),
    });
    this.revisions = new Revisions(this.database);
    this.lifecycle = new Lifecycle(this.revisions, options.clock);
    this.changes = new ChangeSignal(() => this.database.dataVersion(), this.options.pollMs);
  }

  get<S, T>(kind: ResourceKind<S, T>, key: ObjectKey): Promise<StoredObject<S, T> | undefined> {
    return promised(() => {
      const raw = this.database.single(() => this.revisions.current(addressOf(kind, key)));
      return raw === undefined ? undefined : typed(kind, raw);
    });
  }

  list<S, T>(kind: ResourceKind<S, T>, options: ListOptions = {}): Promise<ObjectList<S, T>> {
    return promised(() => {
      const matches = selection(options, kind.selectableFields);
      const from = options.continueToken === undefined ? undefined : decodeContinueToken(options.continueToken);
      return this.database.read(() => {
        const version = listVersion(this.revisions.range(), from);
        const all = this.revisions.at(resourceOf(kind), version, options.namespace, from?.after);
        return page(kind, version, Iterator.from(all).filter(matches), options.limit);
      });
    });
  }

  watch<S, T>(kind: ResourceKind<S, T>, options: WatchOptions): AsyncIterable<WatchEvent<S, T>> {
    const { database, revisions, changes } = this;
    const { clock, bookmarkIntervalMs } = this.options;
    const source = { resource: resourceOf(kind), database, revisions, changes, clock, bookmarkIntervalMs };
    return watchRevisions(source, kind, options);
  }

  create<S, T>(kind: ResourceKind<S, T>, object: NewObject<S>): Promise<StoredObject<S, T>> {
    return promised(() => {
      checkKey(object.metadata.namespace, object.metadata.name);
      const creationTimestamp = timestamp(this.options.clock.now());
      const first = newObject(kind, object, { uid: this.options.newUid(), creationTimestamp });
      const address = addressOf(kind, object.metadata);
      const raw = this.write(() => {
        if (this.revisions.current(address) === undefined) return this.lifecycle.begin(address, first);
        throw new StoreError('AlreadyExists', `${kind.kind} "${address.name}" already exists.`);
      });
      return typed(kind, raw);
    });
  }

  patch<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, patch: MergePatch): Promise<StoredObject<S, T>> {
    return this.change(kind, key, (before) => patched(kind, before, patch));
  }

  patchStatus<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, patch: MergePatch): Promise<StoredObject<S, T>> {
    return this.change(kind, key, (before) => statusPatched(kind, before, patch));
  }

  delete<S, T>(kind: ResourceKind<S, T>, key: ObjectKey, options: DeleteOptions = {}): Promise<void> {
    return promised(() => {
      const address = addressOf(kind, key);
      this.write(() => {
        const object = this.expect(kind.kind, address);
        const { uid, resourceVersion } = object.metadata;
        const wanted = { uid, resourceVersion, ...options.preconditions };
        if (wanted.uid !== uid || wanted.resourceVersion !== resourceVersion) throw conflict(kind.kind, key.name);
        this.lifecycle.delete(address, object, options.propagation ?? 'Background');
      });
    });
  }

  close(): void {
    this.database.close();
    this.changes.notify();
  }

  private change<S, T>(
    kind: ResourceKind<S, T>,
    key: ObjectKey,
    edit: (before: RawObject) => RawObject,
  ): Promise<StoredObject<S, T>> {
    return promised(() => {
      const address = addressOf(kind, key);
      const raw = this.write(() => {
        const before = this.expect(kind.kind, address);
        return this.lifecycle.change(address, before, edit(before));
      });
      return typed(kind, raw);
    });
  }

  private expect(kindName: string, address: ObjectAddress): RawObject {
    const object = this.revisions.current(address);
    if (object !== undefined) return object;
    throw new StoreError('NotFound', `${kindName} "${address.name}" not found in namespace "${address.namespace}".`);
  }

  private write<R>(work: () => R): R {
    const result = this.database.write(() => {
      const written = work();
      this.compact();
      return written;
    });
    this.changes.notify();
    return result;
  }

  private compact(): void {
    const { head, compacted } = this.revisions.range();
    const { eventsKept } = this.options;
    if (head - compacted >= eventsKept + Math.min(compactionStep, eventsKept))
      this.revisions.compact(head - eventsKept);
  }
}

function resourceOf({ apiVersion, plural }: Pick<ResourceKind<never, never>, 'apiVersion' | 'plural'>): string {
  const [group = ''] = apiVersion.includes('/') ? apiVersion.split('/') : [];
  return `${plural}.${group}`;
}

function addressOf(
  kind: Pick<ResourceKind<never, never>, 'apiVersion' | 'plural'>,
  { namespace, name }: ObjectKey,
): ObjectAddress {
  return { resource: resourceOf(kind), namespace, name };
}

function listVersion({ head, compacted }: LogRange, from: ListPosition | undefined): number {
  const version = from?.version ?? head;
  if (version >= compacted && version <= head) return version;
  throw new StoreError(
    'Expired',
    'The store no longer has the version of this list, so the next page cannot be read. List again.',
  );
}

function page<S, T>(
  kind: ResourceKind<S, T>,
  version: number,
  matching: Iterable<RawObject>,
  limit: number | undefined,
): ObjectList<S, T> {
  const list: ObjectList<S, T> = { items: [], resourceVersion: String(version) };
  for (const raw of matching) {
    const last = list.items.at(-1);
    if (last !== undefined && limit !== undefined && limit > 0 && list.items.length >= limit) {
      const { namespace, name } = last.metadata;
      return { ...list, continueToken: encodeContinueToken({ version, after: { namespace, name } }) };
    }
    list.items.push(typed(kind, raw));
  }
  return list;
}
