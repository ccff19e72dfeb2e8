import { Transform, type Readable, type Duplex } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import * as zlib from 'node:zlib';

/**
 * Maximum size of a zstd window as a power of two (2^23 bytes, or 8 MiB). RFC 9659 does not require web decoders to
 * support a larger window. With the default of `node:zlib`, a sender could make this process use 128 MiB.
 */
const zstdWindowLogMax = 23;
const encodingsMax = 2;

export class BodyTooLarge extends Error {}
export class BodyUndecodable extends Error {}

/**
 * Decodes the content encoding `deflate`. Servers send either the zlib format or raw deflate under this name; the first
 * byte shows which format it is.
 */
class SniffedInflate extends Transform {
  #inner: Duplex | undefined;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    if (this.#inner === undefined) {
      const isZlib = ((chunk[0] ?? 0) & 0x0f) === 8;
      const options = { finishFlush: zlib.constants.Z_SYNC_FLUSH };
      this.#inner = isZlib ? zlib.createInflate(options) : zlib.createInflateRaw(options);
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
 * Returns the decoder for a content encoding. Like a browser, the decoder accepts compressed data that ends too early.
 * The HTTP client detects an interrupted transfer, because it checks the length of the body.
 */
function decoderFor(encoding: string): Duplex {
  switch (encoding) {
    case 'gzip':
    case 'x-gzip':
      return zlib.createGunzip({ flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH });
    case 'deflate':
      return new SniffedInflate();
    case 'br':
      return zlib.createBrotliDecompress({
        flush: zlib.constants.BROTLI_OPERATION_FLUSH,
        finishFlush: zlib.constants.BROTLI_OPERATION_FLUSH,
      });
    case 'zstd':
      return zlib.createZstdDecompress({ params: { [zlib.constants.ZSTD_d_windowLogMax]: zstdWindowLogMax } });
    default:
      throw new BodyUndecodable('the content encoding of the answer is not supported');
  }
}

function encodingsOf(header: string | undefined): string[] {
  const named = (header ?? '')
    .toLowerCase()
    .split(',')
    .map((token) => token.trim())
    .filter((token) => token !== '' && token !== 'identity');
  if (named.length > encodingsMax) throw new BodyUndecodable('the body of the answer is encoded too many times');
  return named.reverse();
}

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
  encodingHeader: string | undefined,
  bytesMax: number,
  signal: AbortSignal,
): Promise<Buffer> {
  const steps = encodingsOf(encodingHeader).flatMap((encoding) => [decoderFor(encoding), limiter(bytesMax)]);
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
