import type { IncomingMessage, ServerResponse } from 'node:http';
import { Fifo } from '../../runtime/fifo.ts';

export interface QueuedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly arrivedMs: number;
}

interface Entry extends QueuedRequest {
  isQueued: boolean;
}

/** Queue in the order of arrival. A request leaves it when its client hangs up. */
export class RequestQueue {
  readonly #entries = new Fifo<Entry>();
  readonly #onHungUp: () => void;
  #length = 0;

  constructor(onHungUp: () => void) {
    this.#onHungUp = onHungUp;
  }

  get length(): number {
    return this.#length;
  }

  /** The request that `shift` would return. */
  get first(): QueuedRequest | undefined {
    return this.#entries.first;
  }

  push(queued: QueuedRequest): void {
    const entry = { ...queued, isQueued: true };
    this.#entries.push(entry);
    this.#length += 1;
    // A response behind another one on its connection has no socket and no 'close'; its request has one.
    queued.request.once('close', () => {
      if (!entry.isQueued) return;
      entry.isQueued = false;
      this.#length -= 1;
      this.#dropLeft();
      this.#onHungUp();
    });
  }

  shift(): QueuedRequest | undefined {
    const entry = this.#entries.shift();
    if (entry === undefined) return undefined;
    entry.isQueued = false;
    this.#length -= 1;
    this.#dropLeft();
    return entry;
  }

  /** Guarantee: the first entry is queued, so `first` and `shift` need no search. */
  #dropLeft(): void {
    while (this.#entries.first?.isQueued === false) this.#entries.shift();
  }
}
