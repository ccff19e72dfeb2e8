/** Money that the calls of one attempt may still cost, in millionths of a US dollar. */
export class Allowance {
  #left: number;

  /** `total` is null if there is no limit. */
  constructor(total: number | null) {
    this.#left = total ?? Number.POSITIVE_INFINITY;
  }

  /** Takes the price of a call. Returns false, and takes nothing, if less is left. */
  take(microUsd: number): boolean {
    if (microUsd > this.#left) return false;
    this.#left -= microUsd;
    return true;
  }
}
