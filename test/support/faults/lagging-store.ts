import type { WatchEvent, WatchOptions } from '../../../src/store/port.ts';
import type { ResourceKind } from '../../../src/objects/resource-kind.ts';
import { SpiedStore } from './spied-store.ts';

/**
 * A store whose watches can lag: for a lagging kind, they deliver events in order, but only as many as the test allows.
 */
export class LaggingStore extends SpiedStore {
  /** Number of events by kind that may still be delivered. Kinds that are not in the map do not lag. */
  readonly #allowed = new Map<string, number>();
  readonly #heard = new Map<string, number>();
  readonly #waiting = new Set<() => void>();

  /** Makes this kind lag, and allows `count` more events of this kind. */
  letThrough({ kind }: { kind: string }, count: number): void {
    this.#allowed.set(kind, count);
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** Returns the number of events of this kind that the watcher has processed. */
  heard({ kind }: { kind: string }): number {
    return this.#heard.get(kind) ?? 0;
  }

  override async *watch<S, T>(
    kind: ResourceKind<S, T>,
    options: WatchOptions,
  ): AsyncGenerator<WatchEvent<S, T>, void, undefined> {
    for await (const event of super.watch(kind, options)) {
      if (event.type !== 'BOOKMARK') await this.#turn(kind.kind);
      yield event;
      if (event.type !== 'BOOKMARK') this.#heard.set(kind.kind, this.heard(kind) + 1);
    }
  }

  async #turn(kind: string): Promise<void> {
    for (;;) {
      const left = this.#allowed.get(kind) ?? Infinity;
      if (left > 0) {
        this.#allowed.set(kind, left - 1);
        return;
      }
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }
}
