import { PassThrough, Transform, type Duplex, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';

/**
 * Maximum size of a zstd window as a power of two (2^23 bytes, or 8 MiB). RFC 9659 does not require web decoders to
 * support a larger window. With the default of `node:zlib`, a sender could make this process use 128 MiB.
 */
const zstdWindowLogMax = 23;
/** Maximum number of encodings of one body. Each decoder may use a window of 16 MiB. */
const encodingsMax = 2;

export class BodyTooLarge extends Error {}
export class BodyUndecodable extends Error {}

/** Decodes data with a decoder that `choose` returns for the first part of the data. */
class Sniffed extends Transform {
  readonly #choose: (first: Buffer) => Duplex;
  #inner: Duplex | undefined;

  constructor(choose: (first: Buffer) => Duplex) {
    super();
    this.#choose = choose;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#inner === undefined) {
      this.#inner = this.#choose(chunk);
      this.#inner.on('error', (error) => this.destroy(error));
      this.#inner.on('data', (part: Buffer) => {
        if (!this.push(part)) this.#inner?.pause();
      });
    }
    if (this.#inner.write(chunk)) done();
    else this.#inner.once('drain', done);
  }

  override _read(size: number): void {
    this.#inner?.resume();
    super._read(size);
  }

  override _flush(done: (error?: Error | null) => void): void {
    if (this.#inner === undefined) {
      done();
      return;
    }
    this.#inner.once('end', () => {
      done();
    });
    this.#inner.end();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#inner?.destroy();
    done(error);
  }
}

/**
 * Decoders of the content encodings. Like a browser, they accept compressed data that ends too early. The HTTP client
 * detects an interrupted transfer, because it checks the length of the body.
 */
const decoders = new Map<string, () => Duplex>([
  ['gzip', gunzip],
  ['x-gzip', gunzip],
  ['deflate', () => new Sniffed(inflate)],
  ['br', unbrotli],
  ['zstd', unzstd],
]);

function gunzip(): Duplex {
  return zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH });
}

/** Servers send either the zlib format or raw deflate under the name `deflate`. The first byte shows the format. */
function inflate([first = 0]: Buffer): Duplex {
  const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
  return (first & 0x0f) === 8 ? zlib.createInflate(options) : zlib.createInflateRaw(options);
}

/** Servers that name `gzip` as a transfer encoding may send no gzip. Browsers never decode it, curl always does. */
function maybeGunzip([first]: Buffer): Duplex {
  return first === 0x1f ? gunzip() : new PassThrough();
}

function unbrotli(): Duplex {
  const { BROTLI_OPERATION_FLUSH: flush } = zlib.constants;
  return zlib.createBrotliDecompress({ flush, finishFlush: flush });
}

function unzstd(): Duplex {
  const params = { [zlib.constants.ZSTD_d_windowLogMax]: zstdWindowLogMax };
  return zlib.createZstdDecompress({ params, finishFlush: zlib.constants.ZSTD_e_flush });
}

/** Values of the headers `Content-Encoding` and `Transfer-Encoding`. */
export interface Encodings {
  content?: string | undefined;
  transfer?: string | undefined;
}

/**
 * Returns the decoders for a body, in the order in which they are applied. Like Firefox, ignores every name that is not
 * a content encoding: servers send `none`, `UTF-8` or `aws-chunked` with bodies that are not encoded, and `aws-chunked,
 * gzip` with bodies in gzip. The HTTP client has removed the transfer encoding `chunked`.
 */
function decodersOf({ content, transfer }: Encodings): (() => Duplex)[] {
  const known = namesIn(content).flatMap((name) => decoders.get(name) ?? []);
  if (known.length > encodingsMax) throw new BodyUndecodable('the body of the answer is encoded too many times');
  const isGzip = known.length === 0 && namesIn(transfer).some((name) => name === 'gzip' || name === 'x-gzip');
  return isGzip ? [() => new Sniffed(maybeGunzip)] : known.reverse();
}

const namesIn = (header = ''): string[] => header.split(',').map((name) => name.trim().toLowerCase());

function limiter(bytesMax: number): Transform {
  let seenBytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seenBytes += chunk.length;
      if (seenBytes > bytesMax) done(new BodyTooLarge());
      else done(null, chunk);
    },
  });
}

/**
 * Returns the decoded body. The size limit applies to the received body and to the output of each decoder, and is
 * checked during the decoding. The limit protects memory and bandwidth against a small body that decodes to a huge one,
 * and against an endless stream of empty blocks.
 */
export async function decodeBody(
  body: Readable,
  encodings: Encodings,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const steps = decodersOf(encodings).flatMap((decoder) => [decoder(), limiter(bytesMax)]);
  const chunks: Buffer[] = [];
  const collect = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      chunks.push(chunk);
      done();
    },
  });
  await pipeline([body, limiter(bytesMax), ...steps, collect], { signal });
  return Buffer.concat(chunks);
}
