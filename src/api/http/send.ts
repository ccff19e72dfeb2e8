import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, pipeline } from 'node:stream/promises';
import { problems } from '../../errors/problems.ts';
import { hasErrorCode } from '../../files/error-code.ts';
import type { Answer, Headers } from './answer.ts';
import { contextOf } from './context.ts';
import { problemDocument, problemType } from './problem-document.ts';

/** How long a client that is still sending may go on after it was answered. */
const lingerMs = 1_000;

export type Send = (request: IncomingMessage, response: ServerResponse, answer: Answer) => Promise<void>;

/** The one place that writes answers. Headers that every answer has are set before, by middleware. */
export function createSend(publicUrl: string): Send {
  return async function send(request, response, answer) {
    const { status, headers, body } = rendered(answer, contextOf(request).id, publicUrl);
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (!Buffer.isBuffer(body)) await pipeline(body, response).catch(ignoreHangUp);
    else if (isBodyOnItsWay(request, response)) await endAfterBody(request, response, body);
    else endWith(response, status, body);
  };
}

function rendered(answer: Answer, id: string, publicUrl: string) {
  switch (answer.kind) {
    case 'bytes':
      return { ...answer, body: answer.bytes };
    case 'stream':
      return { ...answer, body: answer.source };
    case 'problem': {
      const { code, headers } = answer.problem;
      const document = JSON.stringify(problemDocument(answer.problem, publicUrl, id));
      const all: Headers = { ...headers, 'Content-Type': problemType };
      return { status: problems[code].status, headers: all, body: Buffer.from(document) };
    }
  }
}

/** A HEAD gets the length of what a GET would get; node leaves the bytes out by itself. */
function endWith(response: ServerResponse, status: number, body: Buffer): void {
  const isBodiless = status === 204 || status === 304;
  if (!isBodiless && !response.hasHeader('Content-Length')) response.setHeader('Content-Length', body.length);
  response.end(isBodiless ? undefined : body);
}

function isBodyOnItsWay(request: IncomingMessage, response: ServerResponse): boolean {
  return !request.complete && response.getHeader('Connection') === 'close';
}

/**
 * A connection closed with unread bytes in it is reset, and the reset can overtake the answer. So the whole answer goes
 * out, then what still comes is thrown away for a while, and only then is the connection closed.
 */
async function endAfterBody(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
  response.setHeader('Content-Length', body.length);
  response.write(body);
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(lingerMs), writable: false }).catch(() => undefined);
  response.end();
}

/** A client that goes away in the middle of a file is no failure of ours. */
function ignoreHangUp(error: unknown): void {
  if (!hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
}
