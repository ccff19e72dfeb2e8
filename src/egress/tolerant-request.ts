import { request as httpRequest, type IncomingMessage } from 'node:http';
import { Duplex, PassThrough, pipeline } from 'node:stream';
import type { Socket } from 'node:net';
import { BodyTooLarge } from './decode-body.ts';
import { PlainHead } from './plain-head.ts';
import type { Connection } from './proxy-connection.ts';

/** Head of a response, and its body as it was sent. The caller must destroy the body, which ends the connection. */
export interface TolerantAnswer {
  statusCode: number;
  headers: IncomingMessage['headersDistinct'];
  body: PassThrough;
  /** Reports whether the body was cut short, once it has ended. */
  isCut: () => boolean;
}

export interface TolerantOptions {
  headers: Record<string, string>;
  headBytesMax: number;
  bodyBytesMax: number;
  /** Accepts the part that has arrived of a body that is cut short. */
  isCutAccepted: boolean;
  signal: AbortSignal;
}

/**
 * Requests a URL over an open connection, which is used for this request only. Accepts responses that undici refuses
 * and browsers read. Rejects when the signal aborts.
 */
export function requestTolerantly({ socket, target }: Connection, options: TolerantOptions): Promise<TolerantAnswer> {
  const { headers, headBytesMax, signal } = options;
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      createConnection: () => withPlainHead(socket, headBytesMax),
      path: target,
      headers: { ...headers, connection: 'close' },
      ...{ insecureHTTPParser: true, maxHeaderSize: 2 * headBytesMax, signal },
    });
    request.maxHeadersCount = 0; // Default: headers after the thousandth are dropped.
    request.on('response', (response) => {
      const { statusCode = 0, headersDistinct } = response;
      const body = bodyOf(response, options).on('close', () => request.destroy());
      const isCut = (): boolean => !response.complete;
      // Bytes after the end of the response, which is complete then, are an error too.
      request.on('error', (error) => response.complete || body.destroy(error));
      resolve({ statusCode, headers: headersDistinct, body, isCut });
    });
    request.on('error', reject);
    request.end();
  });
}

/** Returns a stream that writes to the socket, and reads its response with a plain head. */
function withPlainHead(socket: Socket, headBytesMax: number): Duplex {
  const readable = new PlainHead(headBytesMax);
  pipeline(socket, readable, () => undefined);
  return Duplex.from({ readable, writable: socket });
}

/**
 * Returns the body of a response. Reads the body as fast as it arrives, because Node.js drops what was not yet read
 * when a body is cut short. At most `bodyBytesMax` bytes are held.
 */
function bodyOf(response: IncomingMessage, { bodyBytesMax, isCutAccepted }: TolerantOptions): PassThrough {
  const body = new PassThrough();
  body.on('error', () => undefined);
  let seenBytes = 0;
  response.on('data', (chunk: Buffer) => {
    seenBytes += chunk.length;
    if (seenBytes > bodyBytesMax) body.destroy(new BodyTooLarge());
    else body.write(chunk);
  });
  response.on('end', () => body.end());
  response.on('error', (error) => {
    if (isCutAccepted && 'code' in error && error.code === 'ECONNRESET') body.end();
    else body.destroy(error);
  });
  return body;
}
