import { request } from 'node:http';
import type { Socket } from 'node:net';
import { portOf } from '../domain/address-rule.ts';
import { withoutFragment } from '../domain/urls.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { openSocket, startTls } from './open-socket.ts';
import { EgressError } from './port.ts';

/** Open connection for one request, with the values that this request must use. */
export interface Connection {
  socket: Socket;
  /** Target in the request line: the path of the URL in a tunnel, or else the whole URL. */
  target: string;
  /** Headers for the proxy, which the caller must add to the request. Empty for a tunnel. */
  headers: Record<string, string>;
}

const headerBytesMax = 65_536;

/**
 * Opens a connection for one request to a URL through a proxy. For https, opens a tunnel with `CONNECT`. For http,
 * opens no tunnel, because proxies usually refuse tunnels to port 80: the request then contains the whole URL.
 *
 * The proxy gets the host name and not an address, because proxies filter by name. Rejects with an `EgressError` whose
 * reason is `proxy_error` until the proxy has opened the connection; afterwards with the error of the socket. Rejects
 * when the signal aborts. The socket is then destroyed.
 */
export async function connectByProxy(url: URL, proxy: EgressProxy, signal: AbortSignal): Promise<Connection> {
  const authorization = await proxy.authorization();
  const headers: Record<string, string> = authorization === undefined ? {} : { 'proxy-authorization': authorization };
  const proxyAddress = proxy.url.hostname.replace(/^\[|\]$/g, '');
  const socket = await byProxy(openSocket(proxy.url, proxyAddress, signal), url, signal);
  if (url.protocol === 'http:') return { socket, target: withoutFragment(url.href), headers };
  try {
    await byProxy(openTunnel(socket, url, { headers, signal }), url, signal);
    return { socket: await startTls(url, socket, signal), target: targetOf(url), headers: {} };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

export function targetOf({ pathname, search }: URL): string {
  return pathname + search;
}

/** Returns the result of a step that the proxy takes. Converts a failure to an `EgressError`, except after an abort. */
async function byProxy<T>(step: Promise<T>, url: URL, signal: AbortSignal): Promise<T> {
  try {
    return await step;
  } catch (error) {
    if (signal.aborted || error instanceof EgressError) throw error;
    throw new EgressError('proxy_error', url.host, 'the proxy could not be reached', { cause: error });
  }
}

/**
 * Requests a tunnel to the host of a URL from the proxy. When the promise resolves, everything on the socket goes
 * through the tunnel.
 */
function openTunnel(
  socket: Socket,
  url: URL,
  { headers, signal }: { headers: Record<string, string>; signal: AbortSignal },
): Promise<void> {
  const path = `${url.hostname}:${portOf(url)}`;
  return new Promise((resolve, reject) => {
    const asked = request({
      createConnection: () => socket,
      method: 'CONNECT',
      path,
      headers: { host: path, ...headers },
      ...{ maxHeaderSize: headerBytesMax, insecureHTTPParser: true, signal },
    });
    asked.on('connect', ({ statusCode = 0 }, _socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        const detail = `the proxy refused the connection with status ${statusCode}`;
        reject(new EgressError('proxy_error', url.host, detail, { proxyStatus: statusCode }));
      } else {
        socket.unshift(head);
        resolve();
      }
    });
    asked.on('error', reject);
    asked.end();
  });
}
