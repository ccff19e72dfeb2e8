import { createServer, type Server, type ServerResponse } from 'node:http';

/** A callback receiver on all addresses of 127.0.0.0/8. It answers callbacks only when the test asks for it. */
export class HangingReceiver {
  /** Highest number of callbacks that were unanswered at the same time. */
  peak = 0;
  readonly #server: Server;
  readonly #unanswered = new Set<ServerResponse>();

  private constructor() {
    this.#server = createServer((request, response) => {
      request.resume();
      this.#unanswered.add(response);
      response.on('close', () => this.#unanswered.delete(response));
      this.peak = Math.max(this.peak, this.open);
    });
  }

  static async start(): Promise<HangingReceiver> {
    const receiver = new HangingReceiver();
    await new Promise<void>((resolve) => receiver.#server.listen(0, '0.0.0.0', resolve));
    return receiver;
  }

  async close(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Number of callbacks that are unanswered now. */
  get open(): number {
    return this.#unanswered.size;
  }

  /** Returns `count` URLs of this receiver. Each URL has its own origin and address. */
  urls(count: number): string[] {
    return Array.from({ length: count }, (_, n) => this.urlOf(`127.0.${1 + Math.floor(n / 250)}.${1 + (n % 250)}`));
  }

  urlOf(host: string): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the receiver has no port');
    return `http://${host}:${address.port}/hook`;
  }

  /** Answers the oldest `count` callbacks with 204. */
  answer(count = this.open): void {
    for (const response of [...this.#unanswered].slice(0, count)) {
      this.#unanswered.delete(response);
      response.writeHead(204).end();
    }
  }
}
