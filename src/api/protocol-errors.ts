import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { problems, type ProblemCode } from '../errors/problems.ts';
import { problemDocument, problemType } from './problem-document.ts';

/** How long a client may go on sending before the connection is cut off. */
const lingerMs = 1_000;

/** What the last request of a connection is answered with. */
type LatestOf = (socket: Socket) => ServerResponse | undefined;

/**
 * What is no HTTP gets an answer in our form, and the connection ends. A request that came before it on the same
 * connection and is being answered is answered first; one whose own body is broken is answered by this problem.
 */
export function closeOnProtocolErrors(server: Server, latestOf: LatestOf, publicUrl: () => string): void {
  const refused = new WeakSet<Socket>();

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const code = codeOf(error);
    const latest = latestOf(socket);
    const refuse = (): void => {
      endWith(socket, rawProblem(code, publicUrl(), countedHeaders(latest)));
    };
    if (latest === undefined) refuse();
    else if (!latest.req.complete) answerBroken(latest, code, refuse);
    else if (latest.writableFinished) refuse();
    else latest.once('finish', refuse);
  });
  server.on('connect', (_request, socket) => {
    endWith(socket, rawProblem('bad_request', publicUrl()));
  });
}

/** The fault lies in the request's own body: it has had its answer already, or this is it, also for the log. */
function answerBroken(response: ServerResponse, code: ProblemCode, refuse: () => void): void {
  const { socket } = response.req;
  if (response.headersSent) {
    socket.destroy();
    return;
  }
  if (socket.writable) response.statusCode = problems[code].status;
  refuse();
}

/** How the rate window stands, where the broken request was counted in one before its body broke. */
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

/** Say it, then let the other side hang up: closing with unread bytes would reset the connection and lose the answer. */
function endWith(socket: Duplex, text: string): void {
  if (!socket.writable) {
    socket.destroy();
    return;
  }
  socket.end(text);
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}
