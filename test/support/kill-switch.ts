import { aroundCalls, type Around } from './around-calls.ts';

/**
 * A process that dies at one of its points: there is one before and one after each call to what it stands on. From then on
 * it hears nothing and does nothing: its calls never come back.
 */
export class KillSwitch {
  /** Points that were passed, each by the name of its call. */
  readonly passed: string[] = [];
  isDead = false;
  readonly #killAt: number;
  readonly #die: () => void;

  /** `killAt` 0 never kills. `die` cuts the connections. */
  constructor(killAt: number, die: () => void) {
    this.#killAt = killAt;
    this.#die = die;
  }

  /** `fault` stands between the process and the part. */
  wrap<T extends object>(part: T, fault: Around = (_, run) => run()): T {
    return aroundCalls(part, async (name, run, args) => {
      await this.#pass(`before ${name}`);
      const [result] = await Promise.allSettled([fault(name, run, args)]);
      await this.#pass(`after ${name}`);
      if (result.status === 'rejected') throw result.reason;
      return result.value;
    });
  }

  async #pass(point: string): Promise<void> {
    if (!this.isDead) this.passed.push(point);
    if (!this.isDead && this.passed.length === this.#killAt) {
      this.isDead = true;
      this.#die();
    }
    if (this.isDead) await new Promise(() => undefined);
  }
}
