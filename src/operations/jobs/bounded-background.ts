export class BoundedBackground {
  readonly #underWay = new Set<Promise<void>>();
  readonly #atOnceMax: number;

  constructor(atOnceMax: number) {
    this.#atOnceMax = atOnceMax;
  }

  /** Starts a task and returns true. If `atOnceMax` tasks are already running, drops the task and returns false. */
  run(work: () => Promise<unknown>): boolean {
    if (this.#underWay.size >= this.#atOnceMax) return false;
    const running = ended(work).finally(() => this.#underWay.delete(running));
    this.#underWay.add(running);
    return true;
  }

  async idle(): Promise<void> {
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
  }
}

async function ended(work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch {
    // A task logs its own errors, so a rejected promise is ignored.
  }
}
