import type { Clock } from '../../../src/clock/port.ts';
import type { ObjectStore, WatchEvent } from '../../../src/store/port.ts';

const never = new Promise<never>(() => undefined);

/**
 * Connection between one process and the stores that it shares with other processes. Every call, answer and event is
 * delayed separately, so answers may be outdated on arrival. After the process is dead, nothing passes.
 */
export class SlowWire {
  isDead = false;
  readonly #clock: Clock;
  readonly #delayMs: () => number;

  constructor(clock: Clock, delayMs: () => number) {
    this.#clock = clock;
    this.#delayMs = delayMs;
  }

  /** Wraps an object whose methods all return promises. */
  part<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) => this.#call(() => Reflect.apply(value, target, args) as unknown);
      },
    });
  }

  store(store: ObjectStore): ObjectStore {
    const { get, list, create, patch, patchStatus, delete: remove } = bound(this.part(store));
    return {
      ...{ get, list, create, patch, patchStatus, delete: remove },
      watch: (kind, options) => this.#events(store.watch(kind, options)),
    };
  }

  async #call(send: () => unknown): Promise<unknown> {
    await this.#pass();
    const [answer] = await Promise.allSettled([send()]);
    await this.#pass();
    if (answer.status === 'rejected') throw answer.reason;
    return answer.value;
  }

  async *#events<S, T>(events: AsyncIterable<WatchEvent<S, T>>): AsyncGenerator<WatchEvent<S, T>, void, undefined> {
    for await (const event of events) {
      await this.#pass();
      yield event;
    }
  }

  async #pass(): Promise<void> {
    if (!this.isDead) await this.#clock.sleep(this.#delayMs());
    if (this.isDead) return never;
  }
}

function bound(store: ObjectStore): Omit<ObjectStore, 'watch'> {
  return {
    get: (kind, key) => store.get(kind, key),
    list: (kind, options) => store.list(kind, options),
    create: (kind, object) => store.create(kind, object),
    patch: (kind, key, patch) => store.patch(kind, key, patch),
    patchStatus: (kind, key, patch) => store.patchStatus(kind, key, patch),
    delete: (kind, key, options) => store.delete(kind, key, options),
  };
}
