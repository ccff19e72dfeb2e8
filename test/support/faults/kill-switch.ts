import { aroundCalls, type Around } from './around-calls.ts';

/** Returns the result of a call whose caller is dead: a promise that never settles. */
const unanswered = (): Promise<never> => new Promise(() => undefined);

/**
 * Simulates a process that is killed at one of its points. Each call to a dependency has three points: `before` the
 * call is sent, `during` its transmission (the call then takes effect only in `completeLastCall`), and `after` its
 * execution, when the answer is not received. After the kill, all calls of the process stay unsettled.
 */
export class KillSwitch {
  /** Names of the points that the process has passed. */
  readonly passed = new Set<string>();
  readonly #killAt: string | undefined;
  readonly #waiting = new Map<string, () => void>();
  #die: () => void = () => undefined;
  #isDead = false;
  #inFlight: (() => unknown) | undefined;

  constructor(killAt?: string) {
    this.#killAt = killAt;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** Sets a function that runs at the kill, for example to close connections. */
  onDeath(die: () => void): void {
    this.#die = die;
  }

  /**
   * Wraps the methods `names` of a dependency. `fault` is applied to a call between its points `before` and `after`.
   */
  wrap<T extends object>(part: T, names: readonly (string & keyof T)[], fault: Around = (_, run) => run()): T {
    const fused = new Set<string>(names);
    return aroundCalls(part, async (name, run, args) => {
      if (!fused.has(name)) return run();
      if (!this.pass(`before ${name}`)) return unanswered();
      if (!this.pass(`during ${name}`, () => fault(name, run, args))) return unanswered();
      const [result] = await Promise.allSettled([fault(name, run, args)]);
      if (!this.pass(`after ${name}`)) return unanswered();
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  /**
   * Passes a point. Returns false if the process is dead. `inFlight` executes the call that is in flight at this point.
   */
  pass(point: string, inFlight?: () => unknown): boolean {
    if (this.#isDead) return false;
    this.passed.add(point);
    if (point === this.#killAt) {
      this.#isDead = true;
      this.#inFlight = inFlight;
      this.#die();
      return false;
    }
    this.#waiting.get(point)?.();
    return true;
  }

  /**
   * Resolves when the process passes the point alive. Stays unsettled if the process is killed at or before the point.
   */
  async until(point: string): Promise<void> {
    if (this.passed.has(point) && point !== this.#killAt) return;
    await new Promise<void>((resolve) => this.#waiting.set(point, resolve));
  }

  /** Executes the call that was in flight at the kill and drops its answer. */
  async completeLastCall(): Promise<void> {
    await Promise.allSettled([this.#inFlight?.()]);
    this.#inFlight = undefined;
  }
}
