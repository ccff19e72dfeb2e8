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

  /**
   * Methods that answer with a promise are counted, also those of a part of the part; others, such as iterations, pass. Once
   * dead, none is called.
   */
  wrap<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'object' && value !== null) return this.wrap(value);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          if (this.#isDead()) return unanswered();
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

/** For who waits and for who iterates. Not thrown at once: who begins several calls side by side waits for all of them. */
function unanswered(): Promise<never> {
  const fail = (): never => {
    throw new Killed();
  };
  const answer = Promise.reject(new Killed());
  answer.catch(() => undefined); // who iterates waits for none
  return Object.assign(answer, { [Symbol.asyncIterator]: fail });
}
