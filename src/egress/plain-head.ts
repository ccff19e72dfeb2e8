import { Transform, type TransformCallback } from 'node:stream';
import { HTTPParser } from 'http-parser-js';

/** Headers about the connection. They are replaced, because a connection with such a response is not used again. */
const connectionHeaders = new Set(['connection', 'keep-alive', 'upgrade']);
const framingHeaders = new Set(['content-length', 'transfer-encoding']);

/** Value that a callback of the parser returns to end the message after its headers. */
const withoutBody = 2;

type Header = [name: string, value: string];

class TolerantParser extends HTTPParser {
  /** Removes blanks at the end of the line, because the parser takes quadratic time for a line of blanks. */
  override parseHeader(line: string, headers: string[]): void {
    super.parseHeader(line.replace(/[\0\r]/g, ' ').trimEnd(), headers);
  }
}

/**
 * Rewrites the head of a response so that the parser of Node.js accepts it: joins folded lines, ends lines with CRLF,
 * and drops malformed lines and repeated lengths, as browsers do. Leaves the body unchanged. Drops responses with a 1xx
 * status that come before the response.
 *
 * The lines are parsed by http-parser-js, which is made for responses that the parser of Node.js refuses. Different
 * lengths are kept, so that Node.js refuses them. Fails with `HPE_HEADER_OVERFLOW` if the head is larger than
 * `headBytesMax`.
 */
export class PlainHead extends Transform {
  readonly #headBytesMax: number;
  readonly #parser: TolerantParser;
  #headBytes = 0;
  #head: string | undefined;

  constructor(headBytesMax: number) {
    super();
    this.#headBytesMax = headBytesMax;
    // The default, ASCII, changes the other bytes of a Location in UTF-8.
    HTTPParser.encoding = 'latin1';
    this.#parser = new TolerantParser(HTTPParser.RESPONSE);
    this.#parser[HTTPParser.kOnHeadersComplete] = ({ statusCode, headers }) => {
      if (statusCode < 200) return undefined;
      this.#head = plainHead(statusCode, pairs(headers));
      return withoutBody;
    };
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    if (this.#head === undefined) done(this.#readHead(chunk));
    else done(null, chunk);
  }

  /** Parses a part of the head. Passes the head on when it is complete, and what follows it. */
  #readHead(chunk: Buffer): Error | null {
    this.#parser.maxHeaderSize = Infinity; // The parser resets its own limit after each message.
    const parsed = this.#parser.execute(chunk);
    if (typeof parsed !== 'number') return parsed;
    this.#headBytes += parsed;
    if (this.#headBytes > this.#headBytesMax) return overflow();
    if (this.#head === undefined) return parsed < chunk.length ? notRequested() : null;
    this.push(Buffer.from(this.#head, 'latin1'));
    this.push(chunk.subarray(parsed));
    return null;
  }
}

function overflow(): Error {
  return Object.assign(new Error('the head is too large'), { code: 'HPE_HEADER_OVERFLOW' });
}

function notRequested(): Error {
  return Object.assign(new Error('the protocol was switched'), { code: 'HPE_INVALID_UPGRADE' });
}

function pairs(headers: readonly string[]): Header[] {
  return Array.from({ length: headers.length / 2 }, (_, at) => [headers[at * 2] ?? '', headers[at * 2 + 1] ?? '']);
}

function plainHead(statusCode: number, headers: readonly Header[]): string {
  const others = headers.filter(([name]) => {
    const key = name.toLowerCase();
    return /^[\w!#$%&'*+.^`|~-]+$/.test(name) && !connectionHeaders.has(key) && !framingHeaders.has(key);
  });
  const lines = [...others, ...framingOf(headers), ['connection', 'close']].map(
    ([name = '', value = '']) => `${name}: ${value.replace(/[^\t\x20-\x7e\x80-\xff]/g, ' ')}`,
  );
  return `HTTP/1.1 ${statusCode} \r\n${lines.join('\r\n')}\r\n\r\n`;
}

/**
 * Returns the headers that determine where the body ends. Chunks take precedence over a length. Without either, the
 * body ends with the connection.
 */
function framingOf(headers: readonly Header[]): Header[] {
  const valuesOf = (wanted: string): string[] =>
    headers
      .filter(([name]) => name.toLowerCase() === wanted)
      .flatMap(([, value]) => value.split(',').map((part) => part.trim().toLowerCase()));
  const transfers = valuesOf('transfer-encoding');
  if (transfers.at(-1) === 'chunked') return [['transfer-encoding', transfers.join(', ')]];
  const lengths = new Set(valuesOf('content-length').filter((value) => /^\d+$/.test(value)));
  return [...lengths].map((length) => ['content-length', length]);
}
