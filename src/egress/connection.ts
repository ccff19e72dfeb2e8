import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector, Client } from 'undici';
import type { Route } from './guard.ts';
import { connectByProxy, targetOf } from './proxy-connection.ts';

/** Connection for one request at a time, with the target and headers of the request. */
export interface Connection {
  client: Client;
  /** Target in the request line: the path of the URL, or the whole URL if a proxy forwards the request. */
  target: string;
  /** Headers for a proxy, which the caller must add to the request. */
  headers: Record<string, string>;
  /** Server at the other end. Undefined for a connection through a proxy. */
  peer: Peer | undefined;
}

export interface Peer {
  origin: string;
  /** Socket of the connection; undefined until it is open. */
  socket: Socket | undefined;
}

export interface ConnectOptions {
  headerBytesMax: number;
  timeoutMs: number;
  signal: AbortSignal;
}

/**
 * Returns a connection for requests to the origin of the URL. It leads only to the checked addresses of the route, or
 * to the proxy of the route, and is not opened again after it was closed. Rejects with the errors of `connectByProxy`.
 */
export async function connectTo(url: URL, route: Route, options: ConnectOptions): Promise<Connection> {
  const { headerBytesMax: maxHeaderSize, timeoutMs: timeout, signal } = options;
  if (route.proxy === undefined) {
    const peer: Peer = { origin: url.origin, socket: undefined };
    const connect = once(
      buildConnector({ lookup: lookupOf(route), timeout, rejectUnauthorized: true, allowH2: false }),
    );
    const client = new Client(url.origin, { maxHeaderSize, allowH2: false, connect: noting(peer, connect) });
    return { client, target: targetOf(url), headers: {}, peer };
  }
  const { socket, target, headers } = await connectByProxy(url, route.proxy, signal);
  // Pipelining 0 makes undici close the connection after one request.
  const client = new Client(url.origin, {
    ...{ maxHeaderSize, allowH2: false, pipelining: 0 },
    connect: once((_options, done) => {
      // The callback of a connector is called in a later tick, because undici does not expect a call before the
      // connector has returned.
      process.nextTick(done, null, socket);
    }),
  });
  return { client, target, headers, peer: undefined };
}

/**
 * Returns a connector that calls `connect` once and then always fails. undici would otherwise open a closed connection
 * again, to an address that was checked for an earlier request.
 */
function once(connect: buildConnector.connector): buildConnector.connector {
  let isUsed = false;
  return (options, done) => {
    if (isUsed) process.nextTick(done, closed(), null);
    else connect(options, done);
    isUsed = true;
  };
}

/** Returns a connector that stores the socket in `peer`. */
function noting(peer: Peer, connect: buildConnector.connector): buildConnector.connector {
  return (options, done) => {
    connect(options, (...result) => {
      peer.socket = result[1] ?? undefined;
      done(...result);
    });
  };
}

function closed(): Error {
  return Object.assign(new Error('the connection was closed'), { code: 'ECONNRESET' });
}

/**
 * Returns a lookup function for sockets that ignores the host name, and returns only the checked addresses of the
 * route.
 */
function lookupOf({ addresses }: Route): LookupFunction {
  const judged = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, done) => {
    const [first] = judged;
    if (options.all === true) done(null, judged);
    else if (first !== undefined) done(null, first.address, first.family);
  };
}
