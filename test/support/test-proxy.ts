import { createServer, request, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface TestProxy {
  url: string;
  /** `CONNECT host:port`, or `GET http://host/path` for a request without a tunnel, in order. */
  asked: string[];
  close(): void;
}

/** Starts an HTTP proxy that sends everything to one port of 127.0.0.1, whatever host is requested. */
export async function startTestProxy(port: number): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets: Duplex[] = [];
  const note = ({ method, url }: IncomingMessage): number => asked.push(`${method ?? ''} ${url ?? ''}`);
  const server = createServer((incoming, response) => {
    note(incoming);
    const { method, headers, url = '' } = incoming;
    const { pathname, search } = new URL(url);
    const options = { host: '127.0.0.1', port, path: pathname + search, method, headers };
    const onward = request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  });
  server.on('connect', (incoming, socket) => {
    note(incoming);
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    sockets.push(onward, socket);
    for (const end of [onward, socket]) end.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}
