import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request as a server received it. */
export interface ReceivedRequest {
  method: string;
  /** Path with its query. */
  path: string;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

export interface ServerReply {
  status?: number;
  headers?: Readonly<Record<string, string>>;
  body?: Buffer | string | object;
}

/**
 * Fault in the place of one reply. `cut-before`: the connection is cut after the request was handled, without a reply.
 * `cut-after`: the head and half of the body are sent. `bad-gateway`: a gateway replies with 502 after the request was
 * handled. `late-2`: the connection is cut, and the request arrives after the next two others, as one that a proxy has
 * kept. `slow`: no reply until the client gives up. A reply: this one, and the request is not handled.
 */
export type ServerFault = 'cut-before' | 'cut-after' | 'bad-gateway' | `late-${number}` | 'slow' | ServerReply;

/** A server on a loopback address that speaks the wire format of a provider. */
export interface ModelServer {
  url: string;
  /** Addresses of the server in the form of `addresses` of an entry. */
  addresses: readonly string[];
  /** All requests, in the order of their arrival. */
  requests: ReceivedRequest[];
  /** Faults of the next replies, one for each request; `undefined` is a request without a fault. */
  faults: (ServerFault | undefined)[];
  close(): Promise<void>;
}

/**
 * Starts a server that answers with `handle`. A fault that cuts the connection comes after `handle`, as with a provider
 * that has done, and billed, the work.
 */
export async function startModelServer(
  handle: (request: ReceivedRequest) => ServerReply | Promise<ServerReply>,
): Promise<ModelServer> {
  const [requests, faults]: [ReceivedRequest[], (ServerFault | undefined)[]] = [[], []];
  const late: { request: ReceivedRequest; after: number }[] = [];
  const arrive = async (): Promise<void> => {
    for (const each of late) each.after -= 1;
    for (const { request } of late.filter(({ after }) => after === 0)) await handle(request);
  };
  const server = createServer((incoming, response) => {
    void (async () => {
      const request = await received(incoming);
      requests.push(request);
      const fault = faults.shift();
      if (fault === 'slow') return;
      if (typeof fault === 'string' && fault.startsWith('late-')) {
        late.push({ request, after: Number(fault.slice('late-'.length)) });
        response.socket?.destroy();
        return;
      }
      const reply = typeof fault === 'object' ? fault : await handle(request);
      await arrive();
      if (fault === 'bad-gateway') send(response, badGateway);
      else send(response, reply, typeof fault === 'string' ? fault : undefined);
    })();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    ...{ url: `http://127.0.0.1:${port}`, addresses: [`127.0.0.0/8:${port}`], requests, faults },
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

const badGateway: ServerReply = {
  ...{ status: 502, headers: { 'content-type': 'text/html' } },
  body: '<html><head><title>502 Bad Gateway</title></head></html>',
};

async function received(incoming: IncomingMessage): Promise<ReceivedRequest> {
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const { method = '', url: path = '', headers } = incoming;
  return { method, path, headers, body: Buffer.concat(parts) };
}

function send(response: ServerResponse, { status = 200, headers = {}, body = '' }: ServerReply, fault?: string): void {
  if (fault === 'cut-before') {
    response.socket?.destroy();
    return;
  }
  const isText = typeof body === 'string' || Buffer.isBuffer(body);
  const bytes = Buffer.from(isText ? body : JSON.stringify(body));
  const type = isText ? {} : { 'content-type': 'application/json' };
  response.writeHead(status, { ...type, ...headers, 'content-length': bytes.length });
  if (fault === 'cut-after') {
    response.write(bytes.subarray(0, Math.floor(bytes.length / 2)), () => response.socket?.destroy());
    return;
  }
  response.end(bytes);
}
