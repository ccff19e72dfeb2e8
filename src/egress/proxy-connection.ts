import { request } from 'node:http';
import type { Socket } from 'node:net';
import { portOf } from '../domain/address-rule.ts';
import { withoutFragment } from '../domain/urls.ts';
import type { EgressProxy } from './egress-proxy.ts';
import { openSocket, startTls } from './open-socket.ts';
import { EgressError } from './port.ts';

/** Connection for one request, and how the request is written on it. */
export interface Connection {
  socket: Socket;
  /** Request target: the path in a tunnel, or else the whole URL. */
  target: string;
  /** Headers for a proxy, in addition to those of the request. A tunnel needs none. */
  headers: Record<string, string>;
}

const headerBytesMax = 16_384;

/**
 * Opens a connection for one request of a URL through a proxy: a tunnel (`CONNECT`) for https, and for http a connection
 * on which the request has the whole URL, because proxies usually refuse tunnels to port 80. Sends the host name, never
 * an address that it resolves to: proxies filter by name. Rejects with `EgressError`, the error of the socket, or when
 * the signal aborts. No socket is left after a rejection.
 */
export async function connectByProxy(url: URL, proxy: EgressProxy, signal: AbortSignal): Promise<Connection> {
  const authorization = await proxy.authorization();
  const headers: Record<string, string> = authorization === undefined ? {} : { 'proxy-authorization': authorization };
  const socket = await openSocket(proxy.url, proxy.url.hostname.replace(/^\[|\]$/g, ''), signal);
  if (url.protocol === 'http:') return { socket, target: withoutFragment(url.href), headers };
  try {
    await openTunnel(socket, url, { headers, signal });
    return { socket: await startTls(url, socket, signal), target: url.pathname + url.search, headers: {} };
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

/** Asks the proxy for a tunnel to the host of a URL. Afterwards the socket carries the bytes of the tunnel. */
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
      maxHeaderSize: headerBytesMax,
      signal,
    });
    asked.on('connect', ({ statusCode = 0 }, _socket, head) => {
      if (statusCode < 200 || statusCode > 299) {
        const detail = `the proxy refused the connection with status ${statusCode}`;
        reject(new EgressError('unreachable', url.host, detail));
      } else {
        socket.unshift(head);
        resolve();
      }
    });
    asked.on('error', reject);
    asked.end();
  });
}
