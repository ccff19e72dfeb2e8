import { isIP, type LookupFunction } from 'node:net';
import { Client, ProxyAgent, type Dispatcher } from 'undici';
import type { EgressProxy } from './egress-proxy.ts';
import type { Route } from './guard.ts';

export interface ConnectionOptions {
  /** Timeout of the connection, with TLS and the tunnel of a proxy. */
  timeoutMs: number;
  limits: Pick<Client.Options, 'maxHeaderSize' | 'headersTimeout' | 'bodyTimeout'>;
}

/**
 * Returns a dispatcher for one request to the host of `url`. The caller destroys it. It uses only the route: it dials
 * the checked addresses, or else sends the host name to the proxy. A proxy gets `CONNECT` for https, and a GET or POST
 * of the whole URL for http, because proxies usually refuse `CONNECT` to port 80. Throws `EgressError`.
 */
export async function openConnection(url: URL, route: Route, options: ConnectionOptions): Promise<Dispatcher> {
  const { timeoutMs: timeout, limits } = options;
  if (route.proxy !== undefined) return throughProxy(route.proxy, options);
  return new Client(url.origin, { ...limits, ...once, connect: { lookup: lookupOf(route), timeout } });
}

/** Options of a connection that serves one request over HTTP/1.1. */
const once = { allowH2: false, pipelining: 0 };

/** Returns a name resolution that knows only the addresses of the route. */
function lookupOf({ addresses }: Route): LookupFunction {
  const judged = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, options, done) => {
    const [first] = judged;
    if (options.all === true) done(null, judged);
    else if (first !== undefined) done(null, first.address, first.family);
  };
}

async function throughProxy(proxy: EgressProxy, { timeoutMs, limits }: ConnectionOptions): Promise<Dispatcher> {
  const token = await proxy.authorization();
  const single = (origin: string | URL, options: object) => new Client(origin, { ...options, ...limits, ...once });
  return new ProxyAgent({
    uri: proxy.url.href,
    ...(token !== undefined && { token }),
    proxyTunnel: false,
    connectTimeout: timeoutMs,
    factory: single,
    clientFactory: single,
  });
}
