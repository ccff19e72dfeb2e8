import { Readable } from 'node:stream';

/** A reader that leaves more than this unread is disconnected. Its browser connects again later. */
const unreadBytesMax = 64 * 1024;

/**
 * Reason why a stream ends. `ended`: the session has ended, so the browser does not connect again. `replaced`: the session has
 * opened too many streams, so the browser waits before it connects again. `interrupted`: it connects again soon.
 */
export type StreamEnd = 'ended' | 'replaced' | 'interrupted';

/** One open stream of server-sent events. */
export class EventStream {
  readonly source = new Readable({ read: () => undefined, highWaterMark: unreadBytesMax });

  constructor() {
    this.#write(': \n\n');
  }

  /**
   * Sends the topics that have changed by a time. The page waits for a random part of `spreadMs` before it fetches
   * itself again.
   */
  send(topics: readonly string[], { atMs, spreadMs }: { atMs: number; spreadMs: number }): void {
    this.#write(`data: ${JSON.stringify({ at: atMs, topics, spreadMs })}\n\n`);
  }

  /** Sends a comment, so that proxies keep the connection open and a closed one is noticed. */
  beat(): void {
    this.#write(': \n\n');
  }

  end(why: StreamEnd): void {
    if (why !== 'interrupted') this.#write(`event: ${why}\ndata: \n\n`);
    this.source.push(null);
  }

  #write(text: string): void {
    const { source } = this;
    if (source.destroyed || source.readableEnded) return;
    source.push(text);
    if (source.readableLength > unreadBytesMax) source.destroy();
  }
}
