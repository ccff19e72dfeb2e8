export class Killed extends Error {}

/**
 * Counts every call that leaves the process, over all parts, and dies after one of them. To die before a call is to die
 * after the one before it: in between, nothing happens that anybody else could see.
 */
export class Fuse {
  calls = 0;
  readonly #lastCall: number | undefined;

  constructor(lastCall?: number) {
    this.#lastCall = lastCall;
  }

  /** Methods that answer with a promise are counted; others, such as iterations, pass. Once dead, none is called. */
  wrap<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          if (this.#isDead()) throw new Killed();
          const answer: unknown = Reflect.apply(value, target, args);
          return answer instanceof Promise ? this.#through(answer) : answer;
        };
      },
    });
  }

  async #through(answer: Promise<unknown>): Promise<unknown> {
    this.calls += 1;
    const isLast = this.#isDead();
    const told = await answer;
    if (isLast) throw new Killed();
    return told;
  }

  #isDead(): boolean {
    return this.#lastCall !== undefined && this.calls >= this.#lastCall;
  }
}
