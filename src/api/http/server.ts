import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { performance } from 'node:perf_hooks';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { closeOnProtocolErrors } from './protocol-errors.ts';

/** Longest request line and headers together. */
const headerBytesMax = 16_384;

/** Times after which node reports a request that has not arrived. */
export interface ArrivalLimits {
  headersMs: number;
  /** A backstop: the app itself answers a slow body with 408 after 10 s, and 2 s more may pass until the connection ends. */
  requestMs: number;
  checkMs: number;
}

const arrivalLimits: ArrivalLimits = { headersMs: 10_000, requestMs: 20_000, checkMs: 1_000 };
/** How long work behind the requests waits for new connections to be taken. */
const quietWaitMs = 250;
/** Connections that the system holds until they are accepted; it may allow fewer (`net.core.somaxconn`). */
const backlogMax = 4_096;
const keepAliveTimeoutMs = 65_000; // longer than the usual idle time-out of a load balancer, which must hang up first

export interface HttpService {
  /** Resolves with the address once it accepts connections; rejects where it cannot. */
  listen(address: { host: string; port: number }): Promise<AddressInfo>;
  /** Who answers from now on. It comes second because an app's links hold the port; requests that came before wait. */
  serve(app: Served): void;
  /** Number of connections made so far. */
  connectionsMade(): number;
  /** Resolves after a turn of the event loop in which no connection was made, and within `quietWaitMs` in any case. */
  whenQuiet(): Promise<void>;
  /** Take no new connection, let what is being answered end, then close; after `graceMs` cut off the rest. */
  drain(graceMs: number): Promise<void>;
}

export interface Served {
  handler: RequestListener;
  /** For problems that are told before a request exists. */
  publicUrl: string;
}

export function createHttpService(arrival: ArrivalLimits = arrivalLimits): HttpService {
  const server = createServer({
    maxHeaderSize: headerBytesMax,
    headersTimeout: arrival.headersMs,
    requestTimeout: arrival.requestMs,
    keepAliveTimeout: keepAliveTimeoutMs,
    connectionsCheckingInterval: arrival.checkMs,
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
  let connections = 0;
  const connectionsMade = (): number => connections;
  server.on('connection', (socket: Socket) => {
    connections += 1;
    socket.once('close', () => latest.delete(socket));
  });
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
    connectionsMade,
    whenQuiet: () => quietTurn(connectionsMade),
    drain: (graceMs) => {
      isDraining = true;
      for (const response of latest.values()) endConnectionAfter(response);
      return drain(server, graceMs);
    },
  };
}

/** libuv accepts one connection in a turn of the loop: while each turn brings one, there may be more. */
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
