export class Killed extends Error {}

/**
 * Counts every call that leaves the process, over all parts, and kills the process after one of them. A death before a
 * call equals a death after the previous call, because nothing visible happens in between.
 */
export class Fuse {
  calls = 0;
  /** Counted calls as `part.method`. */
  readonly names: string[] = [];
  readonly #lastCall: number | undefined;
  readonly #isLate: boolean;
  #inFlight: (() => unknown) | undefined;

  /** With `isLate` the last call takes effect only in `completeLastCall`. It must be a call that returns a promise. */
  constructor(lastCall?: number, { isLate = false } = {}) {
    this.#lastCall = lastCall;
    this.#isLate = isLate;
  }

  get isDead(): boolean {
    return this.#lastCall !== undefined && this.calls >= this.#lastCall;
  }

  /**
   * Wraps a part and its parts. Methods that return a promise are counted; others, such as iterations, are not. No
   * method is called after the death.
   */
  wrap<T extends object>(part: T, called = ''): T {
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'object' && value !== null) return this.wrap(value, String(name));
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          if (this.isDead || this.#sendsLast(() => Reflect.apply(value, target, args))) return unanswered();
          const answer: unknown = Reflect.apply(value, target, args);
          if (!(answer instanceof Promise)) return answer;
          this.names.push(`${called}.${String(name)}`);
          return this.#through(answer);
        };
      },
    });
  }

  /** Executes the call that was in flight at the death. Its answer is dropped. */
  async completeLastCall(): Promise<void> {
    const lastCall = this.#inFlight;
    this.#inFlight = undefined;
    await Promise.allSettled([lastCall?.()]);
  }

  #sendsLast(call: () => unknown): boolean {
    if (!this.#isLate || this.calls + 1 !== this.#lastCall) return false;
    this.calls += 1;
    this.#inFlight = call;
    return true;
  }

  async #through(answer: Promise<unknown>): Promise<unknown> {
    this.calls += 1;
    const isLast = this.isDead;
    const result = await answer;
    if (isLast) throw new Killed();
    return result;
  }
}

/**
 * Returns a rejected promise that also fails when iterated. It does not throw at once, because a caller that starts
 * several calls concurrently waits for all of them.
 */
function unanswered(): Promise<never> {
  const fail = (): never => {
    throw new Killed();
  };
  const answer = Promise.reject(new Killed());
  answer.catch(() => undefined); // an iterating caller does not await it
  return Object.assign(answer, { [Symbol.asyncIterator]: fail });
}
