import type { Connection } from './connection.ts';
import { targetOf } from './proxy-connection.ts';
import type { Route } from './guard.ts';

/** Maximum number of idle connections that are kept. */
const idleMax = 24;

/**
 * Idle connections of one `GuardedEgress`. A page refers to dozens of files of the same server, and a connection for
 * each would take longer than the files.
 *
 * Guarantee: a connection is used again only for a request to the same origin whose route was checked for this request
 * and contains the address at the other end of the connection. Connections through a proxy are not kept, because the
 * proxy chooses the address.
 */
export class IdleConnections {
  #idle: Connection[] = [];

  /** Returns an open connection that a request to the URL may use, and no longer keeps it. */
  take(url: URL, { addresses, proxy }: Route): Connection | undefined {
    this.#idle = this.#idle.filter(isOpen);
    if (proxy !== undefined) return undefined;
    const isFit = ({ peer }: Connection): boolean =>
      peer?.origin === url.origin && addresses.includes(peer.socket?.remoteAddress ?? '');
    const found = this.#idle.find(isFit);
    if (found === undefined) return undefined;
    this.#idle = this.#idle.filter((connection) => connection !== found);
    return { ...found, target: targetOf(url) };
  }

  /** Keeps a connection whose last response was read to its end. Closes it if enough connections are kept. */
  async keep(connection: Connection): Promise<void> {
    this.#idle = this.#idle.filter(isOpen);
    if (isOpen(connection) && this.#idle.length < idleMax) this.#idle.push(connection);
    else await connection.client.destroy();
  }
}

function isOpen({ client, peer }: Connection): boolean {
  return peer?.socket?.destroyed === false && !client.destroyed;
}
