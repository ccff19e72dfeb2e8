/**
 * Maximum number of commands or script inputs (items) that are sent to Redis in one call. The number is limited because
 * Redis runs no other command while a script runs.
 */
const batchMax = 64;

/**
 * Group commit: sends all commands (items) that arrive in one turn of the event loop to Redis in one call. The items
 * then share the fixed cost of a call (work of the client, start of a script, a write to disk). No item waits longer
 * than one turn of the event loop.
 *
 * Guarantee: each item gets its own answer. If a call fails, each of its items fails with the same error.
 */
export class RedisBatch<Item, Answer> {
  readonly #send: (items: readonly Item[]) => Promise<readonly Answer[]>;
  #waiting: Waiting<Item, Answer>[] = [];

  /** `send` makes the call to Redis for at most 64 items, and must return the answers in the order of the items. */
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
      if (answers.length !== some.length)
        throw new Error('the number of replies from Redis differs from the number of commands that were sent');
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
