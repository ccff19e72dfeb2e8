import type { ObjectStore, WatchEvent, WatchOptions } from '../../../src/store/port.ts';
import type { ResourceKind } from '../../../src/objects/resource-kind.ts';
import type { StoredObject } from '../../../src/objects/stored-object.ts';
import { until } from './until.ts';

export type ObjectEvent<S, T> = Exclude<WatchEvent<S, T>, { type: 'BOOKMARK' }>;

/** Runs a watch and records its events. */
export class WatchLog<S, T> {
  readonly events: ObjectEvent<S, T>[] = [];
  readonly bookmarks: string[] = [];
  /** The first event of the watch, which may be a bookmark. */
  first: WatchEvent<S, T> | undefined;
  private readonly abort = new AbortController();
  private readonly ended: Promise<unknown>;

  constructor(store: ObjectStore, kind: ResourceKind<S, T>, options: Omit<WatchOptions, 'signal'>) {
    const watch = store.watch(kind, { ...options, signal: this.abort.signal });
    this.ended = this.read(watch).catch((error: unknown) => error);
  }

  /** Resolves when the watch has delivered its first event. */
  async standing(): Promise<this> {
    await until(() => this.first !== undefined);
    return this;
  }

  /** Waits for an event that matches. Returns all events up to that one. */
  async upTo(meant: (event: ObjectEvent<S, T>) => boolean): Promise<ObjectEvent<S, T>[]> {
    await until(() => this.events.some(meant));
    return this.events.slice(0, this.events.findIndex(meant) + 1);
  }

  /** Resolves when the watch has ended, with its error or `undefined`. */
  end(): Promise<unknown> {
    return this.ended;
  }

  stop(): Promise<unknown> {
    this.abort.abort();
    return this.ended;
  }

  private async read(watch: AsyncIterable<WatchEvent<S, T>>): Promise<void> {
    for await (const event of watch) {
      this.first ??= event;
      if (event.type === 'BOOKMARK') this.bookmarks.push(event.resourceVersion);
      else this.events.push(event);
    }
  }
}

/** Returns events as texts such as `ADDED a`, with the name of the object. */
export function eventLines<S, T>(events: ObjectEvent<S, T>[]): string[] {
  return events.map(({ type, object }) => `${type} ${object.metadata.name}`);
}

/** Returns a predicate that matches events with this version of the object. */
export function stateOf<S, T>(state: StoredObject<S, T>): (event: ObjectEvent<S, T>) => boolean {
  return ({ object }) => object.metadata.resourceVersion === state.metadata.resourceVersion;
}
