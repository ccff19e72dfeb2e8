import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Maximum numbers of connections that wait for another callback: in all, and to one address and port. */
const [keptMax, keptPerEndpointMax] = [256, 8];
/** Time in milliseconds for which a connection waits. Receivers usually wait for longer, at least 5 s. */
const keptMs = 2_000;

/** Receiver of a connection, and the account whose callbacks the connection may carry. */
export interface ConnectionOwner {
  /** Account, as `namespace/name`. */
  account: string;
  /** Scheme, host and port of the receiver. */
  origin: string;
  /** Address and port of the receiver. */
  endpoint: string;
}

interface Kept extends ConnectionOwner {
  socket: Socket;
  /** Stops waiting; the connection stays open. */
  release: () => void;
}

/**
 * Open connections to receivers, each of which waits for the next callback of the same account to the same origin and
 * endpoint. A connection is closed if its receiver sends anything, or if no callback follows within 2 s.
 */
export class KeptConnections {
  readonly #kept = new Set<Kept>();

  /** Takes a connection to one of the endpoints. Returns undefined if none waits. */
  take(owner: Omit<ConnectionOwner, 'endpoint'>, endpoints: ReadonlySet<string>): Kept | undefined {
    for (const kept of this.#kept) {
      if (kept.account !== owner.account || kept.origin !== owner.origin) continue;
      if (!endpoints.has(kept.endpoint) || !kept.socket.writable) continue;
      kept.release();
      return kept;
    }
    return undefined;
  }

  /** Lets a connection wait. Closes the one that has waited the longest if too many wait. */
  keep(socket: Socket, owner: ConnectionOwner): void {
    const close = (): void => {
      release();
      socket.destroy();
    };
    const release = (): void => {
      this.#kept.delete(kept);
      for (const event of endings) socket.off(event, close);
      socket.setTimeout(0);
      socket.ref();
    };
    const kept: Kept = { ...owner, socket, release };
    for (const event of endings) socket.on(event, close);
    socket.setTimeout(keptMs);
    socket.unref();
    this.#kept.add(kept);
    const toEndpoint = this.#kept.values().filter(({ endpoint }) => endpoint === owner.endpoint);
    for (const oldest of [...toEndpoint].slice(0, -keptPerEndpointMax)) end(oldest);
    for (const oldest of [...this.#kept].slice(0, -keptMax)) end(oldest);
  }
}

/** Events after which a connection must not be used again. A receiver must not send anything without a request. */
const endings = ['data', 'end', 'error', 'close', 'timeout'] as const;

function end({ socket, release }: Kept): void {
  release();
  socket.destroy();
}

/**
 * Reports whether the connection of a delivered callback may carry another one: the response had the whole body that
 * its headers announced, and the receiver keeps the connection open for long enough.
 */
export function mayBeKept(response: IncomingMessage): boolean {
  const { httpVersion, complete, headers } = response;
  const { connection = '', 'keep-alive': hint } = headers;
  if (httpVersion !== '1.1' || !complete) return false;
  if (/close|upgrade/i.test(connection)) return false;
  const seconds = /timeout=(\d+)/i.exec(String(hint))?.[1];
  return hasOneLength(response) && (seconds === undefined || Number(seconds) * 1_000 > keptMs);
}

/** Reports whether the headers say in one way only where the body ends (RFC 9112, section 6.3). */
function hasOneLength({ statusCode, rawHeaders, headers }: IncomingMessage): boolean {
  const lengths = rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'content-length').length;
  const { 'transfer-encoding': coding, 'content-length': length = '' } = headers;
  if (coding !== undefined) return coding.toLowerCase() === 'chunked' && lengths === 0;
  return lengths === 0 ? statusCode === 204 : lengths === 1 && /^\d+$/.test(length);
}
