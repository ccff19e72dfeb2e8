/**
 * Counts every call that leaves the process, over all parts, and dies after one of them: its answer never arrives, and no
 * later call is made. To die before a call is to die after the one before it: in between, nothing happens that anybody else
 * could see.
 */
export class Fuse {
  calls = 0;
  readonly #lastCall: number;

  constructor(lastCall = Infinity) {
    this.#lastCall = lastCall;
  }

  isBlown(): boolean {
    return this.calls >= this.#lastCall;
  }

  wrap<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): Promise<unknown> =>
          this.#through(() => Reflect.apply(value, target, args) as unknown);
      },
    });
  }

  async #through(call: () => unknown): Promise<unknown> {
    if (this.isBlown()) return new Promise(() => undefined);
    this.calls += 1;
    const answer = await call();
    return this.isBlown() ? new Promise(() => undefined) : answer;
  }
}
