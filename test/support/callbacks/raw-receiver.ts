import { connect, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer, type TlsOptions } from 'node:tls';
import { Worker } from 'node:worker_threads';

/** A server that receives callbacks and answers with raw bytes, valid HTTP or not. */
export interface Receiver {
  /** URL of the receiver. Its host is `<name>.receiver.test`, where the name contains the address. */
  url: string;
  /** Number of connections that are open now. */
  openSockets(): number;
  /** Number of connections since the start. */
  connections(): number;
  /** Number of bytes that the receiver has passed to its sockets. The kernel may still hold some of them. */
  sentBytes(): number;
  close(): Promise<void>;
}

/** Starts a receiver on a loopback address. */
export type StartReceiver = (address: string) => Promise<Receiver>;

/** Returns the host name that stands for the address. `addressOf` converts it back. */
export function nameOf(address: string): string {
  return `${address.replace(/[.:]/g, '-')}.receiver.test`;
}

/** Returns the IPv4 address that a host name from `nameOf` contains; `undefined` for other names. */
export function addressOf(name: string): string | undefined {
  const digits = /^(\d+)-(\d+)-(\d+)-(\d+)\.receiver\.test$/.exec(name);
  return digits?.slice(1).join('.');
}

/** Returns a receiver that calls `handle` for each connection. */
export function tcpReceiver(handle: (socket: Socket) => void): StartReceiver {
  return (address) => listening(createServer(), { address, scheme: 'http', handle });
}

/** Returns a TLS receiver that calls `handle` after the handshake of each connection. */
export function tlsReceiver(options: TlsOptions, handle: (socket: Socket) => void): StartReceiver {
  return (address) => listening(createTlsServer(options), { address, scheme: 'https', handle });
}

/** Returns a receiver that answers each complete request with the text and keeps the connection open. */
export function answering(text: string | Buffer): StartReceiver {
  return tcpReceiver((socket) => {
    onRequest(socket, () => socket.write(text));
  });
}

/** Calls `act` when a whole request has arrived. */
export function onRequest(socket: Socket, act: () => void): void {
  let seen = Buffer.alloc(0);
  const read = (chunk: Buffer): void => {
    seen = Buffer.concat([seen, chunk]);
    const headEnd = seen.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const length = /content-length: (\d+)/i.exec(seen.toString('latin1', 0, headEnd))?.[1];
    if (seen.length < headEnd + 4 + Number(length ?? 0)) return;
    socket.off('data', read);
    socket.resume();
    act();
  };
  socket.on('data', read);
}

/** Begins to read after 100 ms. Until then, the socket does not notice the end of the connection. */
export function readLater(socket: Socket): void {
  setTimeout(() => socket.resume(), 100);
}

/** Writes the chunk repeatedly, as fast as the other side reads, until the connection ends. */
export function writeForever(socket: Socket, chunk: string | Buffer): void {
  const more = (): void => {
    while (!socket.destroyed && socket.write(chunk));
    if (!socket.destroyed) socket.once('drain', more);
  };
  more();
}

/** Writes the text byte by byte, repeatedly, with a delay before each byte, until the connection ends. */
export function drip(socket: Socket, text: string, delayMs: number): void {
  let at = 0;
  const timer = setInterval(() => socket.write(text.charAt(at++ % text.length)), delayMs);
  socket.on('close', () => {
    clearInterval(timer);
  });
}

interface Listening {
  address: string;
  scheme: 'http' | 'https';
  handle: (socket: Socket) => void;
}

async function listening(server: Server, { address, scheme, handle }: Listening): Promise<Receiver> {
  const sockets = new Set<Socket>();
  let [count, closedBytes] = [0, 0];
  server.on('connection', (socket: Socket) => {
    count += 1;
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      sockets.delete(socket);
      closedBytes += socket.bytesWritten;
    });
  });
  server.on(scheme === 'https' ? 'secureConnection' : 'connection', (socket: Socket) => {
    socket.on('error', () => undefined);
    handle(socket);
  });
  server.on('tlsClientError', () => undefined);
  const port = await portOf(server, address);
  return {
    url: `${scheme}://${nameOf(address)}:${port}/hook`,
    openSockets: () => sockets.size,
    connections: () => count,
    sentBytes: () => [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, closedBytes),
    close: async () => {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

async function portOf(server: Server, address: string): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, address, resolve));
  const bound = server.address();
  if (bound === null || typeof bound === 'string') throw new Error('the receiver has no port');
  return bound.port;
}

/** Returns a receiver whose port is closed. */
export async function startRefusing(address: string): Promise<Receiver> {
  const receiver = await tcpReceiver(() => undefined)(address);
  await receiver.close();
  return { ...receiver, close: () => Promise.resolve() };
}

const neverAccepting = `
const { createServer } = require('node:net');
const { parentPort, workerData } = require('node:worker_threads');
const server = createServer();
server.listen({ host: workerData, port: 0, backlog: 1 }, () => {
  parentPort.postMessage(server.address().port);
  setImmediate(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));
});
`;

/** Starts a receiver that never accepts a connection: its thread sleeps, and other connections fill its backlog. */
export async function startNotAccepting(address: string): Promise<Receiver> {
  const worker = new Worker(neverAccepting, { eval: true, workerData: address });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  const fillers = Array.from({ length: 3 }, () => connect({ host: address, port }).on('error', () => undefined));
  await Promise.race(fillers.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
  return {
    url: `http://${nameOf(address)}:${port}/hook`,
    openSockets: () => 0,
    connections: () => 0,
    sentBytes: () => 0,
    close: async () => {
      for (const socket of fillers) socket.destroy();
      await worker.terminate();
    },
  };
}
