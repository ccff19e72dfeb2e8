/** The oldest of those that were added, at most so many: a backlog of any length costs no more memory. */
export class Oldest<T extends { endMs: number }> {
  readonly #max: number;
  #items: T[] = [];
  #added = 0;

  constructor(max: number) {
    this.#max = max;
  }

  /** How many were ever added. */
  get added(): number {
    return this.#added;
  }

  add(item: T): void {
    this.#added += 1;
    this.#items.push(item);
    if (this.#items.length >= 2 * this.#max) this.#items = this.first(this.#max);
  }

  /** The oldest first. */
  first(count: number): T[] {
    return this.#items.toSorted((a, b) => a.endMs - b.endMs).slice(0, Math.min(count, this.#max));
  }
}
