import type { IncomingMessage, ServerResponse } from 'node:http';
import { finished, pipeline } from 'node:stream/promises';
import { jsonText } from '../domain/json-text.ts';
import { problems } from '../errors/problems.ts';
import { hasErrorCode } from '../files/error-code.ts';
import type { Answer, Problem } from './answer.ts';
import { contextOf } from './context.ts';
import { problemDocument, problemType } from './problem-document.ts';

const lingerMs = 1_000;

export type Send = (request: IncomingMessage, response: ServerResponse, answer: Answer) => Promise<void>;

/** Returns the response to a problem: by default, the problem document of RFC 9457. */
export type RenderProblem = (problem: Problem, request: IncomingMessage) => Extract<Answer, { kind: 'bytes' }>;

export function createSend(publicUrl: string, renderProblem: RenderProblem = asDocument(publicUrl)): Send {
  return async function send(request, response, answer) {
    const { status, headers, ...sent } = answer.kind === 'problem' ? renderProblem(answer.problem, request) : answer;
    const body = sent.kind === 'stream' ? sent.source : sent.bytes;
    response.statusCode = status;
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (!Buffer.isBuffer(body)) await pipeline(body, response).catch(ignoreHangUp);
    else if (isBodyOnItsWay(request, response)) await endAfterBody(request, response, body);
    else endWith(response, status, body);
  };
}

function asDocument(publicUrl: string): RenderProblem {
  return (problem, request) => {
    const { code, headers } = problem;
    const document = jsonText(problemDocument(problem, publicUrl, contextOf(request).id));
    const all = { ...headers, 'Content-Type': problemType };
    return { kind: 'bytes', status: problems[code].status, headers: all, bytes: Buffer.from(document) };
  };
}

function endWith(response: ServerResponse, status: number, body: Buffer): void {
  const isBodiless = status === 204 || status === 304;
  if (!isBodiless && !response.hasHeader('Content-Length')) response.setHeader('Content-Length', body.length);
  response.end(isBodiless ? undefined : body);
}

function isBodyOnItsWay(request: IncomingMessage, response: ServerResponse): boolean {
  return !request.complete && response.getHeader('Connection') === 'close';
}

/**
 * Writes the whole response, discards the rest of the request body for up to `lingerMs`, and then closes the
 * connection. Closing a connection that has unread bytes would reset it, and the client could lose the response.
 */
async function endAfterBody(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<void> {
  response.setHeader('Content-Length', body.length);
  response.write(body);
  request.resume();
  await finished(request, { signal: AbortSignal.timeout(lingerMs), writable: false }).catch(() => undefined);
  response.end();
}

function ignoreHangUp(error: unknown): void {
  if (!hasErrorCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) throw error;
}
