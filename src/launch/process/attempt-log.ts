/** Largest part of a log that is kept, in UTF-16 units. The oldest lines are dropped first. */
const unitsMax = 256 * 1024;

/** The last lines that an attempt has written. They can be read while the attempt still writes. */
export class AttemptLog {
  readonly #unitsMax: number;
  #lines: string[] = [];
  #units = 0;
  /** Number of lines that were dropped. */
  #dropped = 0;
  #hasEnded = false;
  readonly #waiting = new Set<() => void>();

  constructor(limit: number = unitsMax) {
    this.#unitsMax = limit;
  }

  add(line: string): void {
    this.#lines.push(line);
    this.#units += line.length + 1;
    let drop = 0;
    while (this.#units > this.#unitsMax && drop < this.#lines.length - 1) {
      this.#units -= (this.#lines[drop]?.length ?? 0) + 1;
      drop += 1;
    }
    if (drop > 0) this.#lines = this.#lines.slice(drop);
    this.#dropped += drop;
    this.#wake();
  }

  /** Ends the log. Readers that follow it then end, too. */
  end(): void {
    this.#hasEnded = true;
    this.#wake();
  }

  /** The kept lines, each with a line break at its end. */
  get text(): string {
    return this.#lines.map((line) => `${line}\n`).join('');
  }

  /** Yields the kept lines. With `isFollowed`, also yields later lines until the log ends or the signal aborts. */
  async *read({ isFollowed, signal }: { isFollowed: boolean; signal: AbortSignal }): AsyncGenerator<string> {
    let next = 0;
    while (!signal.aborted) {
      const fresh = this.#lines.slice(Math.max(0, next - this.#dropped));
      next = this.#dropped + this.#lines.length;
      yield* fresh;
      const isUpToDate = next === this.#dropped + this.#lines.length;
      if (!isFollowed || (this.#hasEnded && isUpToDate)) return;
      if (isUpToDate) await this.#change(signal);
    }
  }

  /** Resolves when the log has changed or the signal aborts. */
  #change(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        this.#waiting.delete(done);
        signal.removeEventListener('abort', done);
        resolve();
      };
      this.#waiting.add(done);
      signal.addEventListener('abort', done);
      if (signal.aborted) done();
    });
  }

  #wake(): void {
    for (const done of [...this.#waiting]) done();
  }
}
