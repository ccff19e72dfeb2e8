export class Killed extends Error {}

/**
 * Counts every call that leaves the process, over all parts, and dies after one of them. To die before a call is to die
 * after the one before it: in between, nothing happens that anybody else could see.
 */
export class Fuse {
  calls = 0;
  /** Each call that was counted, as `part.method`. */
  readonly names: string[] = [];
  readonly #lastCall: number | undefined;
  readonly #isLate: boolean;
  #onItsWay: (() => unknown) | undefined;

  /** `isLate`: the last call has no effect before the test says `arrive`. It must be one that answers with a promise. */
  constructor(lastCall?: number, { isLate = false } = {}) {
    this.#lastCall = lastCall;
    this.#isLate = isLate;
  }

  get isDead(): boolean {
    return this.#lastCall !== undefined && this.calls >= this.#lastCall;
  }

  /**
   * Methods that answer with a promise are counted, also those of a part of the part; others, such as iterations, pass. Once
   * dead, none is called.
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

  /** What was on its way at the death takes effect now; nobody hears the answer. */
  async arrive(): Promise<void> {
    const arriving = this.#onItsWay;
    this.#onItsWay = undefined;
    await Promise.allSettled([arriving?.()]);
  }

  #sendsLast(call: () => unknown): boolean {
    if (!this.#isLate || this.calls + 1 !== this.#lastCall) return false;
    this.calls += 1;
    this.#onItsWay = call;
    return true;
  }

  async #through(answer: Promise<unknown>): Promise<unknown> {
    this.calls += 1;
    const isLast = this.isDead;
    const told = await answer;
    if (isLast) throw new Killed();
    return told;
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
