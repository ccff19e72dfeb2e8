import { request as httpRequest, type IncomingMessage } from 'node:http';
import { EgressError } from '../egress/port.ts';
import type { Connection } from '../egress/proxy-connection.ts';
import type { ArrivedStart } from './arrived-status.ts';

/**
 * Time limit in milliseconds for reading the body of a response. The body is read only for an excerpt; the status
 * decides whether the callback is delivered.
 */
const bodyMs = 2_000;
const headerBytesMax = 65_536;
/** Maximum number of responses with a 1xx status before the final response. */
const informationalMax = 16;
const responseBytesMax = 65_536;
const excerptBytesMax = 1_024;

interface Post {
  url: URL;
  headers: Record<string, string>;
  body: Buffer;
  /** Gets the bytes of the response. */
  arrived: ArrivedStart;
}

/**
 * Sends a request over the socket. Resolves with the head of the final response. The parser may be lenient, because a
 * connection carries no other response unless `mayBeKept` accepts this one.
 */
export function post({ socket, target }: Connection, { url, headers, body, arrived }: Post): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest({
      createConnection: () => socket,
      method: 'POST',
      path: target,
      headers,
      ...{ maxHeaderSize: headerBytesMax, insecureHTTPParser: true },
    });
    const refuse = (detail: string): void => {
      reject(new EgressError('bad_response', url.host, detail));
    };
    const seen = (chunk: Buffer): void => {
      arrived.add(chunk);
    };
    request.on('socket', () => {
      socket.prependListener('data', seen);
    });
    request.on('close', () => {
      socket.off('data', seen);
    });
    let informational = 0;
    request.on('response', resolve);
    request.on('information', () => {
      informational += 1;
      if (informational > informationalMax) refuse('the receiver sent too many responses with a 1xx status');
    });
    request.on('upgrade', () => {
      refuse('the receiver answered with a protocol that was not requested');
    });
    request.on('error', reject);
    request.end(body);
  });
}

/**
 * Returns the first 1 KiB of the body as text. Reads at most 64 KiB, for at most 2 s. If the transfer of the body
 * breaks off, uses the part that has arrived.
 */
export async function excerptOf(response: IncomingMessage): Promise<string> {
  const kept: Buffer[] = [];
  let seenBytes = 0;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, bodyMs);
    response.on('data', (chunk: Buffer) => {
      if (seenBytes < excerptBytesMax) kept.push(chunk.subarray(0, excerptBytesMax - seenBytes));
      seenBytes += chunk.length;
      if (seenBytes >= responseBytesMax) resolve();
    });
    response.on('error', resolve);
    response.on('end', resolve);
    response.on('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
  return printable(Buffer.concat(kept));
}

/**
 * Returns the bytes as text. Replaces control characters, which could harm a terminal, by spaces. Drops an incomplete
 * character at the end of the bytes.
 */
function printable(bytes: Buffer): string {
  if (bytes.length === 0) return '';
  const text = new TextDecoder().decode(bytes, { stream: true });
  return text.replace(/[^\P{C}\n\t]/gu, ' ').slice(0, excerptBytesMax);
}
