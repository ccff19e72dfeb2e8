import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { connect as connectSecure } from 'node:tls';
import { portOf } from './guard.ts';

/**
 * Opens a connection to the host of a URL at one address of its `Route`; for https, the certificate must be valid for
 * the host. Rejects with the error of the socket, or when the signal aborts. No socket is left after a rejection.
 */
export function openSocket(url: URL, address: string, signal: AbortSignal): Promise<Socket> {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const target = { host: address, port: portOf(url) };
  const isSecure = url.protocol === 'https:';
  const socket = isSecure
    ? connectSecure({
        ...target,
        ...(isIP(host) === 0 && { servername: host }),
        ALPNProtocols: ['http/1.1'],
        // Also with NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment.
        rejectUnauthorized: true,
      })
    : connectPlain(target);
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      socket.destroy(new Error('aborted'));
    };
    socket.on('error', reject);
    socket.once(isSecure ? 'secureConnect' : 'connect', () => {
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
