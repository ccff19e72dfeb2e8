import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode } from '../../../files/error-code.ts';
import type { Browser } from './launch.ts';
import { PaintError } from './paint-page.ts';

/** Time in milliseconds for which a connection is tried, because the container of the browser may still be starting. */
const defaultWaitMs = 3_000;
const pauseMs = 50;

export interface ConnectOptions {
  /** Path of the Unix socket. */
  socket: string;
  waitMs?: number;
}

/**
 * Connects to the browser in another container. Each connection gets a browser of its own, which the other container
 * kills when the connection closes. Throws `PaintError` if nothing listens at the socket.
 */
export async function connectBrowser({ socket, waitMs = defaultWaitMs }: ConnectOptions): Promise<Browser> {
  const endMs = performance.now() + waitMs;
  for (;;) {
    const connection = await tryConnect(socket);
    if (connection !== undefined) return browserOf(connection);
    if (performance.now() >= endMs) throw new PaintError('the browser is not running');
    await sleep(pauseMs);
  }
}

async function tryConnect(path: string): Promise<Socket | undefined> {
  const connection = connect({ path });
  try {
    await once(connection, 'connect');
    return connection;
  } catch (error) {
    connection.destroy();
    if (hasErrorCode(error, 'ENOENT', 'ECONNREFUSED')) return undefined;
    throw error;
  }
}

function browserOf(connection: Socket): Browser {
  const closed = new Promise<void>((resolve) => {
    connection.once('close', () => {
      resolve();
    });
  });
  connection.on('error', () => undefined); // The end of the connection is reported by the streams.
  const close = async (): Promise<void> => {
    connection.destroy();
    await closed;
  };
  return { input: connection, output: connection, pid: undefined, close };
}
