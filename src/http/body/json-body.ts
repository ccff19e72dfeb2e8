import type { RequestHandler } from 'express';
import type { Clock } from '../../clock/port.ts';
import { problem, type Answer } from '../answer.ts';
import { readBody, type BodyRead } from './body-stream.ts';
import { contextOf } from '../context.ts';
import { readJson } from './json-text.ts';
import type { Send } from '../send.ts';

const limits = { bytesMax: 262_144, timeoutMs: 10_000 };

type BodyOutcome = { kind: 'value'; value: unknown } | { kind: 'refused'; answer: Answer } | { kind: 'gone' };

/**
 * Parses the JSON body of the request and stores the value in the request's context. Answers 413 if the body is too
 * large, 408 if it is late and 400 if it is malformed.
 */
export function jsonBody(clock: Clock, send: Send): RequestHandler {
  return async (request, response, next) => {
    if (expectsContinue(request.headers.expect) && !isDeclaredTooLarge(request.headers['content-length']))
      response.writeContinue();
    const outcome = judge(await readBody(request, limits, clock));
    if (outcome.kind === 'refused') await send(request, response, outcome.answer);
    if (outcome.kind !== 'value') return;
    contextOf(request).body = outcome.value;
    next();
  };
}

const closing = { headers: { Connection: 'close' } };

function judge(read: BodyRead): BodyOutcome {
  switch (read.kind) {
    case 'gone':
      return read;
    case 'too-large':
      return { kind: 'refused', answer: problem('body_too_large', closing) };
    case 'late':
      return { kind: 'refused', answer: problem('request_timeout', closing) };
    case 'whole': {
      const body = readJson(read.bytes);
      return body.kind === 'value'
        ? body
        : { kind: 'refused', answer: problem('body_unreadable', { detail: body.why }) };
    }
  }
}

function expectsContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue';
}

function isDeclaredTooLarge(contentLength: string | undefined): boolean {
  return Number(contentLength ?? 0) > limits.bytesMax;
}
