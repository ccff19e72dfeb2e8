import type { JobLedger } from '../../../src/controllers/pipeline/ledger-circuit-breaker.ts';
import { LedgerError } from '../../../src/ledger/port.ts';

/** Wraps a ledger. It can fail calls without executing them, or execute calls and lose their answers. */
export class FlakyLedger {
  /** Names of all calls, including failed ones, in order. */
  readonly calls: string[] = [];
  readonly proxy: JobLedger;
  #isUnavailable = false;
  /** Calls, with arguments, whose first answer was lost. `undefined` if no answers are lost. */
  #lost: Set<string> | undefined;

  constructor(ledger: JobLedger) {
    this.proxy = this.#wrap(ledger);
  }

  disconnect(): void {
    this.#isUnavailable = true;
  }

  reconnect(): void {
    this.#isUnavailable = false;
  }

  /** From now on, loses the first answer to each call. A repeated call with the same arguments gets its answer. */
  loseAnswers(): void {
    this.#lost = new Set();
  }

  #wrap<T extends object>(part: T): T {
    return new Proxy(part, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name);
        if (typeof value === 'object' && value !== null) return this.#wrap(value);
        if (typeof value !== 'function') return value;
        return (...args: unknown[]) =>
          this.#call(String(name), args, () => Reflect.apply(value, target, args) as unknown);
      },
    });
  }

  async #call(name: string, args: unknown[], make: () => unknown): Promise<unknown> {
    this.calls.push(name);
    if (this.#isUnavailable) throw new LedgerError('Unavailable', 'The ledger is unavailable.');
    const answer = await make();
    const id = JSON.stringify([name, args]);
    if (this.#lost === undefined || this.#lost.has(id)) return answer;
    this.#lost.add(id);
    throw new LedgerError('Unavailable', 'The answer is lost.');
  }
}
