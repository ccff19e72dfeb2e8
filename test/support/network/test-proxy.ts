import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect, type AddressInfo } from 'node:net';
import type { Duplex } from 'node:stream';

export interface TestProxy {
  url: string;
  /** Requests in order: `CONNECT host:port` for a tunnel, else `GET http://host/path`. */
  asked: string[];
  close(): void;
}

export interface TestProxyOptions {
  /** The only value of `Proxy-Authorization` that the proxy accepts. By default, it accepts every request. */
  authorization?: string;
  /** If set, the proxy answers every request with this status instead of passing the request on. */
  status?: number;
  /** Certificate and key. If set, clients connect to the proxy by https. */
  tls?: { cert: string; key: string };
}

/** Starts an HTTP proxy that sends all requests to one port of 127.0.0.1, regardless of the requested host. */
export async function startTestProxy(
  port: number,
  { authorization, status, tls }: TestProxyOptions = {},
): Promise<TestProxy> {
  const asked: string[] = [];
  const sockets: Duplex[] = [];
  const note = ({ method, url }: IncomingMessage): number => asked.push(`${method ?? ''} ${url ?? ''}`);
  const refusalOf = ({ headers }: IncomingMessage): number | undefined =>
    authorization === undefined || headers['proxy-authorization'] === authorization ? status : 407;
  const forward: RequestListener = (incoming, response) => {
    note(incoming);
    const refusal = refusalOf(incoming);
    if (refusal !== undefined) {
      response.writeHead(refusal, { 'proxy-authenticate': 'Basic realm="test"' }).end();
      return;
    }
    const { method, headers, url = '' } = incoming;
    const { pathname, search } = new URL(url);
    const options = { host: '127.0.0.1', port, path: pathname + search, method, headers: passedOn(headers) };
    const onward = request(options, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    incoming.pipe(onward);
  };
  const server = tls === undefined ? createServer(forward) : createSecureServer(tls, forward);
  server.on('connect', (incoming: IncomingMessage, socket: Duplex) => {
    note(incoming);
    socket.on('error', () => undefined);
    const refusal = refusalOf(incoming);
    if (refusal !== undefined) {
      socket.end(`HTTP/1.1 ${refusal} Refused\r\nproxy-authenticate: Basic realm="test"\r\n\r\n`);
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 OK\r\n\r\n');
      socket.pipe(onward).pipe(socket);
    });
    sockets.push(onward, socket);
    onward.on('error', () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Returns the headers without `Proxy-Authorization`, which is for the proxy only. */
function passedOn(headers: IncomingMessage['headers']): IncomingMessage['headers'] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => name !== 'proxy-authorization'));
}
