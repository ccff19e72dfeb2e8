/** Priority queue of items, each with an id. `first` takes constant time, and every change takes logarithmic time. */
export class IndexedHeap<T> {
  readonly #compare: (a: T, b: T) => number;
  readonly #entries: { id: string; item: T }[] = [];
  readonly #places = new Map<string, number>();

  /**
   * Creates an empty queue whose order is defined by `compare`. Items that compare equal have no fixed order. Call
   * `put` again whenever a change of an item affects its place in the order.
   */
  constructor(compare: (a: T, b: T) => number) {
    this.#compare = compare;
  }

  get size(): number {
    return this.#entries.length;
  }

  first(): T | undefined {
    return this.#entries[0]?.item;
  }

  put(id: string, item: T): void {
    const place = this.#places.get(id) ?? this.#entries.length;
    this.#set(place, { id, item });
    this.#settle(place);
  }

  remove(id: string): void {
    const place = this.#places.get(id);
    const last = place === undefined ? undefined : this.#entries.pop();
    if (place === undefined || last === undefined) return;
    this.#places.delete(id);
    if (place === this.#entries.length) return;
    this.#set(place, last);
    this.#settle(place);
  }

  #settle(place: number): void {
    this.#sink(this.#rise(place));
  }

  #rise(from: number): number {
    let place = from;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isBefore(place, parent)) break;
      this.#swap(place, parent);
      place = parent;
    }
    return place;
  }

  #sink(from: number): void {
    for (let place = from; ;) {
      const left = 2 * place + 1;
      const child = this.#isBefore(left + 1, left) ? left + 1 : left;
      if (!this.#isBefore(child, place)) return;
      this.#swap(place, child);
      place = child;
    }
  }

  #isBefore(one: number, other: number): boolean {
    const [a, b] = [this.#entries[one], this.#entries[other]];
    return a !== undefined && b !== undefined && this.#compare(a.item, b.item) < 0;
  }

  #swap(one: number, other: number): void {
    const [a, b] = [this.#entries[one], this.#entries[other]];
    if (a === undefined || b === undefined) return;
    this.#set(one, b);
    this.#set(other, a);
  }

  #set(place: number, entry: { id: string; item: T }): void {
    this.#entries[place] = entry;
    this.#places.set(entry.id, place);
  }
}
