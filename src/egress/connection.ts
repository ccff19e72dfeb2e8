import { isIP, type LookupFunction, type Socket } from 'node:net';
import { Client, type buildConnector } from 'undici';
import type { Route } from './guard.ts';
import { connectByProxy } from './proxy-connection.ts';

/** SingleUseClient for one request, and how the request is written on it. The caller destroys the client. */
export interface SingleUseClient {
  client: Client;
  /** Request target. */
  target: string;
  /** Headers in addition to those of the request. */
  headers: Record<string, string>;
}

export type ConnectionLimits = Pick<Client.Options, 'maxHeaderSize' | 'headersTimeout' | 'bodyTimeout'>;

/** Options of a connection that serves one request over HTTP/1.1. */
const once = { allowH2: false, pipelining: 0 };

/**
 * Returns an undici client for one request of a URL. It uses only the route: it dials the checked addresses, or else the
 * proxy. Rejects like `connectByProxy`.
 */
export async function connectTo(
  url: URL,
  route: Route,
  { timeoutMs, limits, signal }: { timeoutMs: number; limits: ConnectionLimits; signal: AbortSignal },
): Promise<SingleUseClient> {
  const options = { ...limits, ...once };
  if (route.proxy === undefined) {
    const connect = { lookup: lookupOf(route), timeout: timeoutMs };
    return { client: new Client(url.origin, { ...options, connect }), target: url.pathname + url.search, headers: {} };
  }
  const { socket, target, headers } = await connectByProxy(url, route.proxy, signal);
  return { client: new Client(url.origin, { ...options, connect: connectorOf(socket) }), target, headers };
}

/** Returns a connector with one open connection. A second call fails, so that undici does not try for ever. */
function connectorOf(socket: Socket): buildConnector.connector {
  let isUsed = false;
  return (_options, done) => {
    // Later, because undici does not expect a connector that is done at once.
    if (isUsed) process.nextTick(done, closed(), null);
    else process.nextTick(done, null, socket);
    isUsed = true;
  };
}

function closed(): Error {
  return Object.assign(new Error('the connection to the proxy was closed'), { code: 'ECONNRESET' });
}

/** Returns a name resolution that knows only the addresses of the route. */
function lookupOf({ addresses }: Route): LookupFunction {
  const judged = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, done) => {
    const [first] = judged;
    if (options.all === true) done(null, judged);
    else if (first !== undefined) done(null, first.address, first.family);
  };
}
