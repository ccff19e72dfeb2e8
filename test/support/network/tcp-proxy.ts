import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as later } from 'node:timers/promises';

/**
 * What the proxy does with the next bytes. For `reset`, it resets the client's connection instead of passing the bytes
 * on.
 */
export interface Wire {
  requests: 'pass' | 'reset';
  answers: 'pass' | 'reset';
  answersDelayMs: number;
}

/** TCP proxy for a local port. Tests can interrupt it or slow it down. */
export class TcpProxy {
  readonly wire: Wire = { requests: 'pass', answers: 'pass', answersDelayMs: 0 };
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  private constructor(target: number) {
    this.#server = createServer((client) => {
      const server = connect(target, '127.0.0.1');
      for (const socket of [client, server]) this.#keep(socket, client, server);
      client.on('data', (bytes) => {
        if (this.wire.requests === 'reset') client.resetAndDestroy();
        else server.write(bytes);
      });
      let before: Promise<unknown> = Promise.resolve();
      server.on('data', (bytes) => {
        const delay = Promise.all([before, later(this.wire.answersDelayMs)]);
        if (this.wire.answers === 'reset') client.resetAndDestroy();
        else before = delay.then(() => client.writable && client.write(bytes));
      });
    });
  }

  static async start(target: number): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the proxy has no port');
    return address.port;
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }

  /** Destroys both sockets of a connection when one of them closes. */
  #keep(socket: Socket, ...both: Socket[]): void {
    this.#sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      this.#sockets.delete(socket);
      for (const each of both) each.destroy();
    });
  }
}
