import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { problems, type ProblemCode } from '../errors/problems.ts';
import { problemDocument, problemType } from './problem-document.ts';

/** How long a client may go on sending before the connection is cut off. */
const lingerMs = 1_000;

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/**
 * What is no HTTP gets an answer in our form, and the connection ends. A request that came before it on the same
 * connection and is being answered is answered first; one whose own body is broken is answered by this problem.
 */
export function closeOnProtocolErrors(server: Server, publicUrl: () => string): void {
  const latest = new WeakMap<Socket, Exchange>();
  const refused = new WeakSet<Socket>();
  const remember = (request: IncomingMessage, response: ServerResponse): void => {
    latest.set(request.socket, { request, response });
  };
  for (const event of ['request', 'checkContinue', 'checkExpectation']) server.prependListener(event, remember);

  server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
    if (refused.has(socket)) return;
    refused.add(socket);
    const code = codeOf(error);
    const exchange = latest.get(socket);
    const refuse = (): void => {
      endWith(socket, rawProblem(code, publicUrl(), countedHeaders(exchange)));
    };
    if (exchange === undefined) refuse();
    else if (!exchange.request.complete) answerBroken(exchange, code, refuse);
    else if (exchange.response.writableFinished) refuse();
    else exchange.response.once('finish', refuse);
  });
  server.on('connect', (_request, socket) => {
    endWith(socket, rawProblem('bad_request', publicUrl()));
  });
}

/** The fault lies in the request's own body: it has had its answer already, or this is it, also for the log. */
function answerBroken({ request, response }: Exchange, code: ProblemCode, refuse: () => void): void {
  if (response.headersSent) {
    request.socket.destroy();
    return;
  }
  if (request.socket.writable) response.statusCode = problems[code].status;
  refuse();
}

/** How the rate window stands, where the broken request was counted in one before its body broke. */
function countedHeaders(exchange: Exchange | undefined): string[] {
  if (exchange === undefined || exchange.request.complete) return [];
  const headers = Object.entries(exchange.response.getHeaders());
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
