import { aroundCalls, type Around } from './around-calls.ts';

/** Result of a call whose caller died: it never settles. */
const unanswered = (): Promise<never> => new Promise(() => undefined);

/**
 * Kills a process at one of its points. Each call to a dependency has three points: `before` it is sent, `during` its
 * transmission (it takes effect only in `completeLastCall`), and `after` it was executed, with the answer not received.
 * After the death the process receives nothing and does nothing: its calls never settle.
 */
export class KillSwitch {
  /** Points that were passed. */
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

  /** Sets what else ends with the process. */
  onDeath(die: () => void): void {
    this.#die = die;
  }

  /** Wraps a dependency; `fault` is applied between the process and it. */
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

  /** Resolves once the process has passed the point alive, and never if it dies before. */
  async until(point: string): Promise<void> {
    if (this.passed.has(point) && point !== this.#killAt) return;
    await new Promise<void>((resolve) => this.#waiting.set(point, resolve));
  }

  /** Executes the call that was in flight at the death. Its answer is dropped. */
  async completeLastCall(): Promise<void> {
    await Promise.allSettled([this.#inFlight?.()]);
    this.#inFlight = undefined;
  }
}
