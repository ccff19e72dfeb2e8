const looksMax = 500;

/**
 * Limits the reads of the API per audit pass. Callers must pass ids in ascending order. If a pass reaches the limit,
 * the next pass starts after the last id that was read, so that entries that cannot be repaired do not block the
 * entries after them.
 */
export class LookupLimit {
  #left = looksMax;
  #from = '';
  #last = '';
  #isShort = false;

  begin(): void {
    this.#from = this.#isShort ? this.#last : '';
    this.#left = looksMax;
    this.#isShort = false;
  }

  take(id: string): boolean {
    if (id <= this.#from) return false;
    if (this.#left === 0) {
      this.#isShort = true;
      return false;
    }
    this.#left -= 1;
    this.#last = id;
    return true;
  }
}
