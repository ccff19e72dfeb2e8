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

  get first(): QueuedRequest | undefined {
    return this.#entries.first;
  }

  push(queued: QueuedRequest): void {
    const entry = { ...queued, isQueued: true };
    this.#entries.push(entry);
    this.#length += 1;
    // While an earlier response on the same connection is unfinished, the response of this request has no socket and
    // emits no 'close'. The request itself emits 'close' when the client disconnects.
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

  /**
   * Removes entries from the front of the queue whose clients have disconnected. Guarantee: the first entry still has a
   * client, so `first` and `shift` need no search.
   */
  #dropLeft(): void {
    while (this.#entries.first?.isQueued === false) this.#entries.shift();
  }
}
