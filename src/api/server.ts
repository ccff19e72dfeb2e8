import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { closeOnProtocolErrors } from './protocol-errors.ts';

/** Longest request line and headers together. */
const headerBytesMax = 16_384;
const headersTimeoutMs = 10_000;
/** A backstop: the app itself answers a slow body with 408 after 10 s, and 2 s more may pass until the connection ends. */
const requestTimeoutMs = 20_000;
const keepAliveTimeoutMs = 65_000; // longer than the usual idle time-out of a load balancer, which must hang up first

export interface HttpService {
  /** Resolves with the address once it accepts connections; rejects where it cannot. */
  listen(address: { host: string; port: number }): Promise<AddressInfo>;
  /** Who answers from now on. It comes second because an app's links hold the port; requests that came before wait. */
  serve(app: Served): void;
  /** Take no new connection, let what is being answered end, then close; after `graceMs` cut off the rest. */
  drain(graceMs: number): Promise<void>;
}

export interface Served {
  handler: RequestListener;
  /** For problems that are told before a request exists. */
  publicUrl: string;
}

export function createHttpService(): HttpService {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: headersTimeoutMs,
    requestTimeout: requestTimeoutMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: 1_000,
    requireHostHeader: false, // refused by the app, with an answer like any other
  });
  const waiting: (() => void)[] = [];
  let served: Served | undefined;
  /** The last of each open connection, answered or not. */
  const latest = new Map<Socket, ServerResponse>();
  let isDraining = false;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    latest.set(request.socket, response);
    if (isDraining) endConnectionAfter(response);
    if (served !== undefined) served.handler(request, response);
    else waiting.push(() => served?.handler(request, response));
  };
  server.on('connection', (socket: Socket) => socket.once('close', () => latest.delete(socket)));
  server.on('request', listener);
  server.on('checkContinue', listener); // the app asks for the body once it wants it
  server.on('checkExpectation', listener); // an expectation nobody knows is no reason to refuse
  closeOnProtocolErrors(
    server,
    (socket) => latest.get(socket),
    () => served?.publicUrl ?? '',
  );
  return {
    listen: (address) => listen(server, address),
    serve: (one) => {
      served = one;
      for (const answer of waiting.splice(0)) answer();
    },
    drain: (graceMs) => {
      isDraining = true;
      for (const response of latest.values()) endConnectionAfter(response);
      return drain(server, graceMs);
    },
  };
}

function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string') reject(new Error('The server has no port.'));
      else resolve(address);
    });
  });
}

function drain(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    const cutOff = setTimeout(() => {
      server.closeAllConnections();
    }, graceMs);
    server.close(() => {
      clearTimeout(cutOff);
      resolve();
    });
    server.closeIdleConnections();
  });
}
