import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { constants, crc32, createDeflate, createInflate } from 'node:zlib';
import { wholeShareMin } from './damage.ts';

const signatureBytes = 8;
/** Samples of a pixel by colour type. */
const samples: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
/** Level of compression of the repaired file, which is read once. */
const level = 1;

interface Chunk {
  type: string;
  data: Buffer;
}

/**
 * Returns a damaged PNG as a valid file with the rows that can be decoded: checksums are computed again, and the height is
 * that of the rows. Returns undefined if too many rows are missing, and for an interlaced file, whose rows do not follow
 * each other.
 */
export async function repairedPng(bytes: Buffer): Promise<Buffer | undefined> {
  const chunks = chunksOf(bytes);
  const [header, ...others] = chunks;
  if (header?.type !== 'IHDR' || header.data.length < 13 || header.data[12] !== 0) return undefined;
  const height = header.data.readUInt32BE(4);
  const rowBytes = rowBytesOf(header.data);
  const pixels = chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data);
  const rows = Math.min(height, Math.floor((await lengthOf(inflated(pixels))) / rowBytes));
  if (rows < Math.max(1, height * wholeShareMin)) return undefined;
  const top = Buffer.from(header.data);
  top.writeUInt32BE(rows, 4);
  const data = await buffer(Readable.from(cut(inflated(pixels), rows * rowBytes)).pipe(createDeflate({ level })));
  const before = others.slice(
    0,
    others.findIndex(({ type }) => type === 'IDAT'),
  );
  const written = [
    { type: 'IHDR', data: top },
    ...before,
    { type: 'IDAT', data },
    { type: 'IEND', data: Buffer.alloc(0) },
  ];
  return Buffer.concat([bytes.subarray(0, signatureBytes), ...written.map(chunkBytes)]);
}

/** Returns the chunks of a PNG up to its end. The last one is cut like the file. */
function chunksOf(bytes: Buffer): Chunk[] {
  const chunks: Chunk[] = [];
  for (let at = signatureBytes; at + 8 < bytes.length && chunks.at(-1)?.type !== 'IEND';) {
    const length = bytes.readUInt32BE(at);
    chunks.push({ type: bytes.toString('latin1', at + 4, at + 8), data: bytes.subarray(at + 8, at + 8 + length) });
    at += 12 + length;
  }
  return chunks;
}

function chunkBytes({ type, data }: Chunk): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length);
  head.write(type, 4, 'latin1');
  const end = Buffer.alloc(4);
  end.writeUInt32BE(crc32(data, crc32(head.subarray(4))));
  return Buffer.concat([head, data, end]);
}

/** Returns the length of a row of uncompressed pixels, with the byte that names its filter. */
function rowBytesOf(header: Buffer): number {
  const bits = header.readUInt32BE(0) * (header[8] ?? 0) * (samples[header[9] ?? 0] ?? 1);
  return 1 + Math.ceil(bits / 8);
}

/** Decompresses data up to its first fault. */
async function* inflated(parts: Buffer[]): AsyncGenerator<Buffer, void> {
  const inflate = createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
  try {
    yield* Readable.from(parts).pipe(inflate) as AsyncIterable<Buffer>;
  } catch {
    // What was decompressed before the fault has been returned.
  }
}

async function lengthOf(parts: AsyncIterable<Buffer>): Promise<number> {
  let length = 0;
  for await (const part of parts) length += part.length;
  return length;
}

async function* cut(parts: AsyncIterable<Buffer>, length: number): AsyncGenerator<Buffer, void> {
  let left = length;
  for await (const part of parts) {
    yield part.subarray(0, left);
    left -= Math.min(left, part.length);
    if (left === 0) return;
  }
}
