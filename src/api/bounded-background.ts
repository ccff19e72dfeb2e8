/** What goes on behind the answers of a replica: so much at once, and waited for at its end. */
export class BoundedBackground {
  readonly #underWay = new Set<Promise<void>>();
  readonly #atOnceMax: number;

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  /** False where too much is under way: it was not begun. */
  run(work: () => Promise<unknown>): boolean {
    if (this.#underWay.size >= this.#atOnceMax) return false;
    const running = ended(work).finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
    return true;
  }

  /** Resolves when nothing is under way any more. */
  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

async function ended(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // told by the work itself, where anybody is to know
  }
}
