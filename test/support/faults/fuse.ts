export class Killed extends Error {}

/**
 * Simulates a process that is killed after one of its calls. Counts all calls that leave the process, over all wrapped
 * parts. There is no kill before a call: it would equal a kill after the previous call, because nothing visible happens
 * between the two.
 */
export class Fuse {
  calls = 0;
  /** Names of the counted calls, as `part.method`. */
  readonly names: string[] = [];
  readonly #lastCall: number | undefined;
  readonly #isLate: boolean;
  #inFlight: (() => unknown) | undefined;

  /** With `isLate`, the last call takes effect only in `completeLastCall`; that call must return a promise. */
  constructor(lastCall?: number, { isLate = false } = {}) {
    this.#lastCall = lastCall;
    this.#isLate = isLate;
  }

  get isDead(): boolean {
    return this.#lastCall !== undefined && this.calls >= this.#lastCall;
  }

  /**
   * Wraps a part and the objects in it. Counts methods that return a promise, but no others, such as those that return
   * an iterator. After the kill, no method is called.
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

  /** Executes the call that was in flight at the kill and drops its answer. */
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
 * Returns a rejected promise that also fails when iterated. The function does not throw, because a caller that starts
 * several calls at once must get a promise from each of them.
 */
function unanswered(): Promise<never> {
  const fail = (): never => {
    throw new Killed();
  };
  const answer = Promise.reject(new Killed());
  // a caller that iterates does not await the promise, so its rejection needs a handler here
  answer.catch(() => undefined);
  return Object.assign(answer, { [Symbol.asyncIterator]: fail });
}
