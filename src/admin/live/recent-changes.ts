import type { ObjectKey } from '../../objects/object-key.ts';

interface Recent {
  atMs: number;
  topic: string;
  account: ObjectKey;
}

/**
 * The changes of the last seconds. A page that was made just before its stream was opened gets the changes that came
 * between.
 */
export class RecentChanges {
  readonly #max: number;
  #changes: Recent[] = [];
  /** All changes after this time are known. */
  #knownSinceMs: number;

  constructor(nowMs: number, max = 10_000) {
    this.#knownSinceMs = nowMs;
    this.#max = max;
  }

  add(change: Recent): void {
    this.#changes.push(change);
    if (this.#changes.length < 2 * this.#max) return;
    this.#knownSinceMs = this.#changes.at(-this.#max - 1)?.atMs ?? this.#knownSinceMs;
    this.#changes = this.#changes.slice(-this.#max);
  }

  /** Returns the changes since a time, or undefined if older changes than the known ones may be among them. */
  since(atMs: number): readonly Recent[] | undefined {
    if (atMs <= this.#knownSinceMs) return undefined;
    const first = this.#changes.findLastIndex((change) => change.atMs < atMs);
    return this.#changes.slice(first + 1);
  }
}
