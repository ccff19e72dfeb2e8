import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure, type ConnectionOptions } from 'node:tls';
import { portOf } from '../domain/address-rule.ts';

/**
 * Opens a connection to the host of a URL, at one address of its `Route`. For https, performs the TLS handshake, and
 * requires a certificate that is valid for the host. Rejects with the error of the socket, or when the signal aborts;
 * the socket is then destroyed.
 */
export function openSocket(url: URL, address: string, signal: AbortSignal): Promise<Socket> {
  const target = { host: address, port: portOf(url) };
  return url.protocol === 'https:'
    ? whenOpen(connectSecure({ ...target, ...verifying(url) }), 'secureConnect', signal)
    : whenOpen(connectPlain(target), 'connect', signal);
}

/**
 * Performs the TLS handshake with the host of a URL on an open connection. Requires a certificate that is valid for the
 * host. Destroys the connection on failure.
 */
export function startTls(url: URL, socket: Socket, signal: AbortSignal): Promise<Socket> {
  return whenOpen(connectSecure({ socket, ...verifying(url) }), 'secureConnect', signal);
}

function verifying(url: URL): ConnectionOptions {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  return {
    ...(isIP(host) === 0 ? { servername: host } : { host }),
    ALPNProtocols: ['http/1.1'],
    // Certificates are verified even if the environment contains NODE_TLS_REJECT_UNAUTHORIZED=0.
    rejectUnauthorized: true,
  };
}

function whenOpen(socket: Socket, event: 'connect' | 'secureConnect', signal: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      socket.destroy(new Error('aborted'));
    };
    socket.on('error', reject);
    socket.once(event, () => {
      signal.removeEventListener('abort', stop);
      resolve(socket);
    });
    socket.once('close', () => {
      signal.removeEventListener('abort', stop);
    });
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
