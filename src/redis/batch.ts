/** One script keeps all others waiting. */
const batchMax = 64;

/**
 * Group commit: what is asked for in the same turn of the event loop goes to Redis as one call, and what a call costs (the
 * client's work, the start of a script, a transaction in the file) is paid for once. Nothing waits longer than that turn.
 *
 * Guarantee: each gets its own answer; where a call fails, each of its items fails as it did.
 */
export class RedisBatch<Item, Answer> {
  readonly #send: (items: readonly Item[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Item, Answer>[] = [];

  /** `send` answers in the order of the items, of which there are never more than 64. */
  constructor(send: (items: readonly Item[]) => Promise<readonly Answer[]>) {
    this.#send = send;
  }

  ask(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      if (this.#waiting.length === 0)
        setImmediate(() => {
          this.#flush();
        });
      this.#waiting.push({ item, resolve, reject });
    });
  }

  #flush(): void {
    const waiting = this.#waiting;
    this.#waiting = [];
    for (let from = 0; from < waiting.length; from += batchMax) void this.#call(waiting.slice(from, from + batchMax));
  }

  async #call(some: readonly Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.#send(some.map(({ item }) => item));
      if (answers.length !== some.length) throw new Error('There is not one answer for each that was asked.');
      for (const [index, answer] of answers.entries()) some[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of some) reject(error);
    }
  }
}

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}
