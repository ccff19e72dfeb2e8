import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { problems, type ProblemCode } from '../../errors/problems.ts';
import { lookMs, pendingRead } from '../jobs/pending-read.ts';
import { problemDocument, problemType } from './problem-document.ts';

/** How long a client may go on sending before the connection is cut off. */
const lingerMs = 1_000;

/** Rechecks of a late request while bytes still arrive, with a pause of `lookMs` between them. */
const looksMax = 10;

/** What the last request of a connection is answered with. */
type LatestOf = (socket: Socket) => ServerResponse | undefined;

/**
 * What is no HTTP gets an answer in our form, and the connection ends. A request that came before it on the same
 * connection and is being answered is answered first; one whose own body is broken is answered by this problem.
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
 * Reports whether a request that did not arrive in node's time is to be refused. It is not while its bytes lay unread in the
 * socket because the event loop was blocked. A request whose body still comes is left to the app, which counts the time of a
 * body itself.
 */
async function isLate(socket: Socket, latestOf: LatestOf): Promise<boolean> {
  const before = latestOf(socket);
  for (let looks = 0; looks < looksMax; looks += 1) {
    const bytesBefore = socket.bytesRead;
    await pendingRead();
    if (socket.destroyed) return false;
    const latest = latestOf(socket);
    if (latest !== undefined && isOpen(latest, before)) {
      if (!latest.headersSent) latest.setHeader('Connection', 'close'); // node's time-outs are over for this request
      return false;
    }
    if (socket.bytesRead === bytesBefore) return true;
    await sleep(lookMs);
  }
  return true;
}

/** Reports whether a request arrived meanwhile or one awaits its answer. */
function isOpen(latest: ServerResponse, before: ServerResponse | undefined): boolean {
  return latest !== before || (latest.req.complete ? !latest.writableFinished : !latest.headersSent);
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
