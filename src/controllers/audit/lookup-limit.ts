/** Live look-ups in a pass. */
const looksMax = 500;

/**
 * So many look-ups in a pass, by id in their order. Where that is not enough, the next pass goes on after the last one: what
 * cannot be mended does not keep the rest from its turn.
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
