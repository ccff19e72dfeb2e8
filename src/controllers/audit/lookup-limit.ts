/** Maximum number of live reads (reads of the API instead of the cache) per pass. */
const looksMax = 500;

/**
 * Limits the live reads per pass. Ids must come in ascending order. After a pass that reached the limit, the next pass
 * starts behind the last id that was read, so that entries that cannot be repaired do not block the other entries.
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
