import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Client, type buildConnector } from 'undici';
import type { Route } from './guard.ts';
import { connectByProxy } from './proxy-connection.ts';

/** HTTP client for one request, which the caller destroys, with the target and headers of the request. */
export interface SingleUseClient {
  client: Client;
  /** Target in the request line: the path of the URL, or the whole URL if a proxy forwards the request. */
  target: string;
  /** Headers for a proxy, which the caller must add to the request. */
  headers: Record<string, string>;
}

export type ConnectionLimits = Pick<Client.Options, 'maxHeaderSize' | 'headersTimeout' | 'bodyTimeout'>;

/** Options of a connection that serves one request over HTTP/1.1. */
const once = { allowH2: false, pipelining: 0 };

/**
 * Returns an undici client for one request to the URL. The client connects only to the checked addresses of the route,
 * or to the proxy of the route. Rejects with the errors of `connectByProxy`.
 */
export async function connectTo(
  url: URL,
  route: Route,
  { timeoutMs, limits, signal }: { timeoutMs: number; limits: ConnectionLimits; signal: AbortSignal },
): Promise<SingleUseClient> {
  const options = { ...limits, ...once };
  if (route.proxy === undefined) {
    const connect = { lookup: lookupOf(route), timeout: timeoutMs, rejectUnauthorized: true };
    return { client: new Client(url.origin, { ...options, connect }), target: url.pathname + url.search, headers: {} };
  }
  const { socket, target, headers } = await connectByProxy(url, route.proxy, signal);
  return { client: new Client(url.origin, { ...options, connect: connectorOf(socket) }), target, headers };
}

/**
 * Returns an undici connector whose first call returns this open connection. A second call fails, because undici would
 * otherwise try to connect again without end.
 */
function connectorOf(socket: Socket): buildConnector.connector {
  let isUsed = false;
  return (_options, done) => {
    // The callback of the connector is called in a later tick, because undici does not expect a call before the
    // connector has returned.
    if (isUsed) process.nextTick(done, closed(), null);
    else process.nextTick(done, null, socket);
    isUsed = true;
  };
}

function closed(): Error {
  return Object.assign(new Error('the connection to the proxy was closed'), { code: 'ECONNRESET' });
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
