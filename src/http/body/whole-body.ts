import type { IncomingMessage, ServerResponse } from 'node:http';
import { parse } from 'content-type';
import type { Clock } from '../../clock/port.ts';
import { problem, type Answer } from '../answer.ts';
import { readBody, type BodyRead } from './body-stream.ts';
import { readJson } from './json-text.ts';

const limits = { bytesMax: 262_144, timeoutMs: 10_000 };

/** Outcome of reading and parsing a body. `gone`: the client disconnected. */
type Parsed = { kind: 'value'; value: unknown } | { kind: 'refused'; answer: Answer } | { kind: 'gone' };

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  clock: Clock;
}

/**
 * Reads and parses the JSON body of a request. The response is 415 if the body is not declared as JSON, 413 if it is
 * too large, 408 if it is late and 400 if it is malformed.
 */
export function readJsonBody(exchange: Exchange): Promise<Parsed> {
  return readParsed(exchange, 'application/json', (bytes) => {
    const body = readJson(bytes);
    return body.kind === 'value' ? body : { kind: 'refused', answer: problem('body_unreadable', { detail: body.why }) };
  });
}

/** Reads the fields of an HTML form as a `URLSearchParams`. The responses to a bad body are those of a JSON body. */
export function readFormBody(exchange: Exchange): Promise<Parsed> {
  return readParsed(exchange, 'application/x-www-form-urlencoded', (bytes) => ({
    kind: 'value',
    value: new URLSearchParams(bytes.toString('utf8')),
  }));
}

async function readParsed(
  { request, response, clock }: Exchange,
  mediaType: string,
  parsed: (bytes: Buffer) => Parsed,
): Promise<Parsed> {
  const { headers } = request;
  if (headers['content-encoding'] !== undefined) return encoded;
  if (!isOfType(request, mediaType)) return otherType(mediaType);
  if (expectsContinue(headers.expect) && !isDeclaredTooLarge(headers['content-length'])) response.writeContinue();
  const read = await readBody(request, limits, clock);
  return read.kind === 'whole' ? parsed(read.bytes) : unread(read);
}

const encoded: Parsed = {
  kind: 'refused',
  answer: problem('unsupported_media_type', {
    detail: 'The body has a Content-Encoding. Send it without an encoding.',
    headers: { 'Accept-Encoding': 'identity' },
  }),
};
const closing = { headers: { Connection: 'close' } };

function unread(read: Exclude<BodyRead, { kind: 'whole' }>): Parsed {
  switch (read.kind) {
    case 'gone':
      return read;
    case 'too-large':
      return { kind: 'refused', answer: problem('body_too_large', closing) };
    case 'late':
      return { kind: 'refused', answer: problem('request_timeout', closing) };
  }
}

function otherType(mediaType: string): Parsed {
  const detail = mediaType === 'application/json' ? {} : { detail: `Send the body as ${mediaType}.` };
  return { kind: 'refused', answer: problem('unsupported_media_type', { ...detail, headers: { Accept: mediaType } }) };
}

function isOfType(request: IncomingMessage, mediaType: string): boolean {
  const [header, ...more] = request.headersDistinct['content-type'] ?? [];
  if (header === undefined || more.length > 0) return false;
  const { type, parameters } = parse(header);
  return type === mediaType && (parameters['charset'] ?? 'utf-8').toLowerCase() === 'utf-8';
}

function expectsContinue(expect: string | undefined): boolean {
  return expect?.toLowerCase() === '100-continue';
}

function isDeclaredTooLarge(contentLength: string | undefined): boolean {
  return Number(contentLength ?? 0) > limits.bytesMax;
}
