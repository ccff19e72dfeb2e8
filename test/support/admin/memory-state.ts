import type { ExpiringState } from '../../../src/admin/state/port.ts';
import type { Clock } from '../../../src/clock/port.ts';

interface Entry {
  value: string;
  endMs: number;
  isCount?: true;
}

/** Expiring state in memory, by the given clock. */
export class MemoryState implements ExpiringState {
  readonly #values = new Map<string, Entry>();
  readonly #clock: Pick<Clock, 'now'>;

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock;
  }

  set(key: string, value: string, lifetimeMs: number): Promise<void> {
    this.#values.set(key, { value, endMs: this.#nowMs + lifetimeMs });
    return Promise.resolve();
  }

  setIfAbsent(key: string, value: string, lifetimeMs: number): Promise<boolean> {
    const isAbsent = this.#live(key) === undefined;
    if (isAbsent) this.#values.set(key, { value, endMs: this.#nowMs + lifetimeMs });
    return Promise.resolve(isAbsent);
  }

  replaceIf(key: string, expected: string, value: string | undefined, lifetimeMs: number): Promise<boolean> {
    if (this.#live(key)?.value !== expected) return Promise.resolve(false);
    if (value === undefined) this.#values.delete(key);
    else this.#values.set(key, { value, endMs: this.#nowMs + lifetimeMs });
    return Promise.resolve(true);
  }

  get(key: string): Promise<string | undefined> {
    return Promise.resolve(this.#live(key)?.value);
  }

  take(key: string): Promise<string | undefined> {
    const value = this.#live(key)?.value;
    this.#values.delete(key);
    return Promise.resolve(value);
  }

  delete(key: string): Promise<void> {
    this.#values.delete(key);
    return Promise.resolve();
  }

  increment(key: string, lifetimeMs: number): Promise<number> {
    const before = this.#live(key);
    const count = Number(before?.value ?? 0) + 1;
    this.#values.set(key, { value: String(count), endMs: before?.endMs ?? this.#nowMs + lifetimeMs, isCount: true });
    return Promise.resolve(count);
  }

  list(prefix: string): Promise<{ key: string; value: string }[]> {
    const found = [...this.#values].flatMap(([key, { value, isCount }]) =>
      key.startsWith(prefix) && isCount !== true && this.#live(key) !== undefined ? [{ key, value }] : [],
    );
    return Promise.resolve(found.toSorted((a, b) => (a.key < b.key ? -1 : 1)));
  }

  get #nowMs(): number {
    return this.#clock.now().getTime();
  }

  #live(key: string): Entry | undefined {
    const found = this.#values.get(key);
    return found !== undefined && found.endMs > this.#nowMs ? found : undefined;
  }
}
