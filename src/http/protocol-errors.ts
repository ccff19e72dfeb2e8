import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { problems, type ProblemCode } from '../errors/problems.ts';
import { lookMs, pendingRead } from './body/pending-read.ts';
import { problemDocument, problemType } from './problem-document.ts';

const lingerMs = 1_000;

/**
 * Maximum number of waits of one second each (`lookMs`) for a request that has exceeded its time limit while its bytes
 * are still arriving. After that, the request is refused.
 */
const looksMax = 10;

type LatestOf = (socket: Socket) => ServerResponse | undefined;

/**
 * Answers malformed HTTP with an error response and closes the connection. If a complete request came earlier on the
 * same connection, that request is answered first. If only the body of a request is malformed, the error response is
 * the answer to that request.
 */
export function closeOnProtocolErrors(server: Server, latestOf: LatestOf, publicUrl: () => string): void {
  const refused = new WeakSet<Socket>();

  const end = (code: ProblemCode, socket: Socket): void => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const latest = latestOf(socket);
    const refuse = (): void => {
      endWith(socket, rawProblem(code, publicUrl(), countedHeaders(latest)));
    };
    if (latest === undefined) refuse();
    else if (!latest.req.complete) answerBroken(latest, code, refuse);
    else if (latest.writableFinished) refuse();
    else latest.once('finish', refuse);
  };
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    const code = codeOf(error);
    if (code !== 'request_timeout') end(code, socket);
    else
      void isLate(socket, latestOf).then((late) => {
        if (late) end(code, socket);
      });
  });
  server.on('connect', (_request, socket) => {
    endWith(socket, rawProblem('bad_request', publicUrl()));
  });
}

/**
 * Reports whether to refuse a request that exceeded the time limit of Node's HTTP server.
 *
 * A request is not refused while its socket has unread bytes: the event loop may have been blocked, and the client is
 * not at fault. A request without its complete body is not refused either, because `body-stream.ts` limits the time of
 * a body.
 */
async function isLate(socket: Socket, latestOf: LatestOf): Promise<boolean> {
  const before = latestOf(socket);
  for (let looks = 0; looks < looksMax; looks += 1) {
    const bytesBefore = socket.bytesRead;
    await pendingRead();
    if (socket.destroyed) return false;
    const latest = latestOf(socket);
    if (latest !== undefined && isOpen(latest, before)) {
      // Node no longer limits the time of this request, so the connection is closed after the response.
      if (!latest.headersSent) latest.setHeader('Connection', 'close');
      return false;
    }
    if (socket.bytesRead === bytesBefore) return true;
    await sleep(lookMs);
  }
  return true;
}

function isOpen(latest: ServerResponse, before: ServerResponse | undefined): boolean {
  return latest !== before || (latest.req.complete ? !latest.writableFinished : !latest.headersSent);
}

function answerBroken(response: ServerResponse, code: ProblemCode, refuse: () => void): void {
  const { socket } = response.req;
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  if (socket.writable) response.statusCode = problems[code].status;
  refuse();
}

function countedHeaders(response: ServerResponse | undefined): string[] {
  if (response === undefined || response.req.complete) return [];
  const headers = Object.entries(response.getHeaders());
  return headers.filter(([name]) => /^(x-)?ratelimit/.test(name)).map(([name, value]) => `${name}: ${String(value)}`);
}

function codeOf(error: NodeJS.ErrnoException): ProblemCode {
  if (error.code === 'HPE_HEADER_OVERFLOW') return 'headers_too_large';
  return error.code === 'ERR_HTTP_REQUEST_TIMEOUT' ? 'request_timeout' : 'bad_request';
}

function rawProblem(code: ProblemCode, publicUrl: string, headers: readonly string[] = []): string {
  const id = randomUUID();
  const body = JSON.stringify(problemDocument({ code }, publicUrl, id));
  const { status } = problems[code];
  return [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
    `X-Request-Id: ${id}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    ...headers,
    `Content-Type: ${problemType}`,
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
    '',
    body,
  ].join('\r\n');
}

/**
 * Sends the response and gives the client time to close the connection. If this process closed a connection that has
 * unread bytes, the connection would be reset, and the client could lose the response.
 */
function endWith(socket: Duplex, text: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(text);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
