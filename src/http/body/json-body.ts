import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'content-type';
import type { Clock } from '../../clock/port.ts';
import { problem, type Answer } from '../answer.ts';
import { readBody, type BodyRead } from './body-stream.ts';
import { readJson } from './json-text.ts';

const limits = { bytesMax: 262_144, timeoutMs: 10_000 };

/** Outcome of reading a JSON body. `gone`: the client disconnected. */
type JsonBodyRead = { kind: 'value'; value: unknown } | { kind: 'refused'; answer: Answer } | { kind: 'gone' };

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  clock: Clock;
}

/**
 * Reads and parses the JSON body of a request. The response is 415 if the body is not declared as JSON, 413 if it is
 * too large, 408 if it is late and 400 if it is malformed.
 */
export async function readJsonBody({ request, response, clock }: Exchange): Promise<JsonBodyRead> {
  const { headers } = request;
  if (headers['content-encoding'] !== undefined) return encoded;
  if (!isJson(request)) return notJson;
  if (expectsContinue(headers.expect) && !isDeclaredTooLarge(headers['content-length'])) response.writeContinue();
  return judge(await readBody(request, limits, clock));
}

const encoded: JsonBodyRead = {
  kind: 'refused',
  answer: problem('unsupported_media_type', {
    detail: 'The body has a Content-Encoding. Send it without an encoding.',
    headers: { 'Accept-Encoding': 'identity' },
  }),
};
const notJson: JsonBodyRead = {
  kind: 'refused',
  answer: problem('unsupported_media_type', { headers: { Accept: 'application/json' } }),
};
const closing = { headers: { Connection: 'close' } };

function judge(read: BodyRead): JsonBodyRead {
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

function isJson(request: IncomingMessage): boolean {
  const [header, ...more] = request.headersDistinct['content-type'] ?? [];
  if (header === undefined || more.length > 0) return false;
  const { type, parameters } = parse(header);
  return type === 'application/json' && (parameters['charset'] ?? 'utf-8').toLowerCase() === 'utf-8';
}

function expectsContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue';
}

function isDeclaredTooLarge(contentLength: string | undefined): boolean {
  return Number(contentLength ?? 0) > limits.bytesMax;
}
