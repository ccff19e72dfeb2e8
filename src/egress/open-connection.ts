import type { Socket } from 'node:net';
import type { Route } from './guard.ts';
import { openSocket } from './open-socket.ts';
import { connectByProxy, targetOf, type Connection } from './proxy-connection.ts';

/**
 * Time limit in milliseconds of a connection to one address, after which the next address of the host is tried. The
 * limit does not apply to the last address.
 */
const nextAddressMs = 3_000;

/**
 * Opens a connection for one request to a URL: to the first address of the route that accepts the connection, or to the
 * proxy of the route. Calls `isFree` before each try, and returns undefined without this try if an address is not free.
 * Does not call it if only the proxy can resolve the host name. Rejects when the signal aborts.
 */
export async function openConnection(url: URL, route: Route, signal: AbortSignal): Promise<Connection>;
export async function openConnection(
  url: URL,
  route: Route,
  signal: AbortSignal,
  isFree: (address: string) => boolean,
): Promise<Connection | undefined>;
export async function openConnection(
  url: URL,
  { addresses, proxy }: Route,
  signal: AbortSignal,
  isFree: (address: string) => boolean = () => true,
): Promise<Connection | undefined> {
  if (proxy !== undefined) {
    return addresses.slice(0, 1).every(isFree) ? connectByProxy(url, proxy, signal) : undefined;
  }
  const socket = await openFirst(url, addresses, { signal, isFree });
  return socket === undefined ? undefined : { socket, target: targetOf(url), headers: {} };
}

async function openFirst(
  url: URL,
  addresses: readonly string[],
  { signal, isFree }: { signal: AbortSignal; isFree: (address: string) => boolean },
): Promise<Socket | undefined> {
  let failure: unknown;
  for (const [index, address] of addresses.entries()) {
    if (!isFree(address)) return undefined;
    const isLast = index === addresses.length - 1;
    const limit = isLast ? signal : AbortSignal.any([signal, AbortSignal.timeout(nextAddressMs)]);
    try {
      return await openSocket(url, address, limit);
    } catch (error) {
      signal.throwIfAborted();
      failure = error;
    }
  }
  throw failure;
}
