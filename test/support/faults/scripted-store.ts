import type { ListOptions, ObjectList, ObjectStore, WatchEvent, WatchOptions } from '../../../src/store/port.ts';
import type { ResourceKind } from '../../../src/objects/resource-kind.ts';
import type { StoredObject } from '../../../src/objects/stored-object.ts';

type Thing = StoredObject;
type Event = WatchEvent<unknown, unknown>;

/** A watch that delivers the events of the test. It ends when the test ends it or its signal aborts. */
export class ScriptedWatch {
  readonly from: string;
  private readonly queued: (Event | Error | undefined)[] = [];
  private wake = (): void => undefined;

  constructor(from: string) {
    this.from = from;
  }

  say(...events: Event[]): void {
    this.queued.push(...events);
    this.wake();
  }

  /** Ends the watch, with an error if one is given. */
  end(error?: Error): void {
    this.queued.push(error);
    this.wake();
  }

  async *events(signal: AbortSignal): AsyncGenerator<Event, void, undefined> {
    const abort = (): void => {
      this.end();
    };
    signal.addEventListener('abort', abort);
    for (;;) {
      while (this.queued.length === 0) await new Promise<void>((resolve) => (this.wake = resolve));
      const next = this.queued.shift();
      if (next === undefined) return;
      if (next instanceof Error) throw next;
      yield next;
    }
  }
}

/** A store whose `list` returns the lists of the test in order, and whose watches the test controls. */
export class ScriptedStore implements Pick<ObjectStore, 'list' | 'watch'> {
  /** Options of all `list` calls, in order. */
  readonly asked: ListOptions[] = [];
  readonly watches: ScriptedWatch[] = [];
  private readonly answers: (ObjectList<unknown, unknown> | Error)[];

  constructor(answers: (ObjectList<unknown, unknown> | Error)[]) {
    this.answers = answers;
  }

  /** Adds a result for the next `list` call that has none. */
  answer(list: ObjectList<unknown, unknown> | Error): void {
    this.answers.push(list);
  }

  list<S, T>(kind: ResourceKind<S, T>, options: ListOptions = {}): Promise<ObjectList<S, T>> {
    this.asked.push(options);
    const answer = this.answers.shift() ?? new Error('the script has no further answer');
    if (answer instanceof Error) return Promise.reject(answer);
    return Promise.resolve({ ...answer, items: answer.items.map((item) => asKind(kind, item)) });
  }

  async *watch<S, T>(
    kind: ResourceKind<S, T>,
    options: WatchOptions,
  ): AsyncGenerator<WatchEvent<S, T>, void, undefined> {
    const watch = new ScriptedWatch(options.resourceVersion);
    this.watches.push(watch);
    for await (const event of watch.events(options.signal)) {
      yield event.type === 'BOOKMARK' ? event : { ...event, object: asKind(kind, event.object) };
    }
  }
}

function asKind<S, T>(kind: ResourceKind<S, T>, { apiVersion, metadata, spec, status }: Thing): StoredObject<S, T> {
  const object = { apiVersion, kind: kind.kind, metadata, spec: kind.parseSpec(spec) };
  return status === undefined ? object : { ...object, status: kind.parseStatus(status) };
}
