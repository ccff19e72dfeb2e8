import type { ObjectStore, ResourceKind, StoredObject, WatchEvent, WatchOptions } from '../../src/store/port.ts';
import { until } from './until.ts';

export type ObjectEvent<S, T> = Exclude<WatchEvent<S, T>, { type: 'BOOKMARK' }>;

/** A watch that writes down what it hears. */
export class WatchLog<S, T> {
  readonly events: ObjectEvent<S, T>[] = [];
  readonly bookmarks: string[] = [];
  /** The first event of all. */
  first: WatchEvent<S, T> | undefined;
  private readonly abort = new AbortController();
  private readonly ended: Promise<unknown>;

  constructor(store: ObjectStore, kind: ResourceKind<S, T>, options: Omit<WatchOptions, 'signal'>) {
    const watch = store.watch(kind, { ...options, signal: this.abort.signal });
    this.ended = this.read(watch).catch((error: unknown) => error);
  }

  /** Resolves when the watch has been heard to stand. */
  async standing(): Promise<this> {
    await until(() => this.first !== undefined);
    return this;
  }

  /** Everything heard up to the first event that is meant. */
  async upTo(meant: (event: ObjectEvent<S, T>) => boolean): Promise<ObjectEvent<S, T>[]> {
    await until(() => this.events.some(meant));
    return this.events.slice(0, this.events.findIndex(meant) + 1);
  }

  /** Resolves to what the watch ended with: an error, or undefined when it ended in good order. */
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

/** `ADDED a`, for tables of what a watch said. */
export function said<S, T>(events: ObjectEvent<S, T>[]): string[] {
  return events.map(({ type, object }) => `${type} ${object.metadata.name}`);
}

/** Is it the event of this very state of the object? */
export function stateOf<S, T>(state: StoredObject<S, T>): (event: ObjectEvent<S, T>) => boolean {
  return ({ object }) => object.metadata.resourceVersion === state.metadata.resourceVersion;
}
