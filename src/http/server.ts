import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { closeOnProtocolErrors } from './protocol-errors.ts';

const headerBytesMax = 16_384;

/**
 * Time limits within which a request must arrive. Node checks them every `checkMs`, and reports a request that exceeds
 * a limit.
 */
export interface ArrivalLimits {
  headersMs: number;
  /**
   * Time limit for the whole request with its body. It is only a fallback: the app itself answers a slow body with 408
   * after 10 s, and closes the connection up to 2 s later.
   */
  requestMs: number;
  checkMs: number;
}

const arrivalLimits: ArrivalLimits = { headersMs: 10_000, requestMs: 20_000, checkMs: 1_000 };
const quietWaitMs = 250;
const backlogMax = 4_096;
// Idle connections are closed after this time. The time exceeds the idle timeout of most load balancers. The load
// balancer must close a connection first, because it might otherwise send a request on a closed connection.
const keepAliveTimeoutMs = 65_000;

export interface HttpService {
  listen(address: { host: string; port: number }): Promise<AddressInfo>;
  /**
   * Sets the app that handles requests. Call it after `listen`, because the app puts the port into links. Requests that
   * arrive before the call wait for the app.
   */
  serve(app: Served): void;
  connectionsMade(): number;
  whenQuiet(): Promise<void>;
  /**
   * Stops the server: accepts no new connections, closes idle connections, and waits for responses in progress. After
   * `graceMs`, closes all remaining connections.
   */
  drain(graceMs: number): Promise<void>;
}

export interface Served {
  handler: RequestListener;
  publicUrl: string;
}

export function createHttpService(arrival: ArrivalLimits = arrivalLimits): HttpService {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: arrival.headersMs,
    requestTimeout: arrival.requestMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: arrival.checkMs,
    requireHostHeader: false, // `listener.ts` answers 400 if the Host header is missing
  });
  const waiting: (() => void)[] = [];
  let served: Served | undefined;
  const latest = new Map<Socket, ServerResponse>();
  let isDraining = false;
  const listener = (request: IncomingMessage, response: ServerResponse): void => {
    latest.set(request.socket, response);
    if (isDraining) endConnectionAfter(response);
    if (served !== undefined) served.handler(request, response);
    else waiting.push(() => served?.handler(request, response));
  };
  let connections = 0;
  const connectionsMade = (): number => connections;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.once('close', () => latest.delete(socket));
  });
  server.on('request', listener);
  // Requests with `Expect: 100-continue` get the status 100 when their body is read.
  server.on('checkContinue', listener);
  server.on('checkExpectation', listener); // Any other `Expect` header is ignored.
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
    connectionsMade,
    whenQuiet: () => quietTurn(connectionsMade),
    drain: (graceMs) => {
      isDraining = true;
      for (const response of latest.values()) endConnectionAfter(response);
      return drain(server, graceMs);
    },
  };
}

/**
 * Waits until a turn of the event loop brings no new connection, but at most `quietWaitMs`. libuv accepts one
 * connection per turn. After a turn with a new connection, more connections may therefore be waiting.
 */
async function quietTurn(connectionsMade: () => number): Promise<void> {
  const endMs = performance.now() + quietWaitMs;
  let before: number;
  do {
    before = connectionsMade();
    await nextTurn();
  } while (connectionsMade() !== before && performance.now() < endMs);
}

function endConnectionAfter(response: ServerResponse): void {
  if (!response.headersSent) response.setHeader('Connection', 'close');
}

function listen(server: Server, { host, port }: { host: string; port: number }): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host, port, backlog: backlogMax }, () => {
      server.off('error', reject);
      const address = server.address();
      if (address === null || typeof address === 'string')
        reject(new Error('The HTTP server does not listen on a port.'));
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
