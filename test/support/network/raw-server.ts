import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTcpServer, type Server as TcpServer, type Socket } from 'node:net';

export interface TestServer {
  port: number;
  /** Origin of the server, `http://127.0.0.1:<port>`. */
  origin: string;
  /** Paths of all requests, in order. */
  asked: string[];
  close(): Promise<void>;
}

async function listening(server: Server | TcpServer, asked: string[], end: () => void): Promise<TestServer> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the test server has no port');
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    asked,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
        end();
      }),
  };
}

/** Starts an HTTP server on 127.0.0.1 with the given handler. */
export async function startHttpServer(
  handle: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<TestServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    handle(request, response);
  });
  return listening(server, asked, () => {
    server.closeAllConnections();
  });
}

/** Starts a TCP server on 127.0.0.1 that calls `handle` for each connection. */
export async function startTcpServer(handle: (socket: Socket) => void): Promise<TestServer> {
  const sockets = new Set<Socket>();
  const server = createTcpServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    handle(socket);
  });
  return listening(server, [], () => {
    for (const socket of sockets) socket.destroy();
  });
}
