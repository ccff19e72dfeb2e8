/** Random numbers from a seed, so that a storm can be repeated with the same actions. Their timing may differ. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** Returns a number from 0 to 1, with the algorithm mulberry32. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  between(low: number, high: number): number {
    return low + this.next() * (high - low);
  }

  chance(part: number): boolean {
    return this.next() < part;
  }

  pick<T>(list: readonly T[]): T | undefined {
    return list[Math.floor(this.next() * list.length)];
  }

  shuffled<T>(list: readonly T[]): T[] {
    return list
      .map((item) => ({ item, place: this.next() }))
      .sort((a, b) => a.place - b.place)
      .map(({ item }) => item);
  }
}
