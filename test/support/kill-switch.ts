import { aroundCalls, type Around } from './around-calls.ts';

/** A call that has begun and whose caller is dead. */
const unanswered = (): Promise<never> => new Promise(() => undefined);

/**
 * A process that dies at one of its points. Each call to what it stands on has three: `before` it is sent, `during` its way
 * (sent, and it takes effect only once the test says `arrive`), and `after` it was done, with the answer not seen. From then
 * on the process hears nothing and does nothing: its calls never come back.
 */
export class KillSwitch {
  /** Points that were passed, each once. */
  readonly passed = new Set<string>();
  readonly #killAt: string | undefined;
  readonly #waiting = new Map<string, () => void>();
  #die: () => void = () => undefined;
  #isDead = false;
  #onItsWay: (() => unknown) | undefined;

  constructor(killAt?: string) {
    this.#killAt = killAt;
  }

  get isDead(): boolean {
    return this.#isDead;
  }

  /** What else ends with the process. */
  onDeath(die: () => void): void {
    this.#die = die;
  }

  /** `fault` stands between the process and the part. */
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

  /** False: the process is dead now. `onItsWay` is what it has sent and what others have not heard yet. */
  pass(point: string, onItsWay?: () => unknown): boolean {
    if (this.#isDead) return false;
    this.passed.add(point);
    if (point === this.#killAt) {
      this.#isDead = true;
      this.#onItsWay = onItsWay;
      this.#die();
      return false;
    }
    this.#waiting.get(point)?.();
    return true;
  }

  /** Resolves once the point was passed alive; never for one who dies before. */
  async until(point: string): Promise<void> {
    if (this.passed.has(point) && point !== this.#killAt) return;
    await new Promise<void>((resolve) => this.#waiting.set(point, resolve));
  }

  /** What was on its way at the death takes effect now; nobody hears the answer. */
  async arrive(): Promise<void> {
    await Promise.allSettled([this.#onItsWay?.()]);
    this.#onItsWay = undefined;
  }
}
