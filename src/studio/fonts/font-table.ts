import { brotliDecompressSync, inflateSync } from 'node:zlib';

/**
 * Maximum size of a decompressed font, in bytes. The limit is far above any real font and stops small files that would
 * decompress to a huge size.
 */
const unpackedBytesMax = 64 * 1024 * 1024;

/** Tables that the studio reads, with their index in the directory of WOFF2 files (W3C WOFF2, section 4.1). */
const tables = { cmap: 0, fvar: 47 } as const;

/**
 * Returns a table of a TrueType, OpenType, WOFF or WOFF2 file; undefined if the font has no such table. Of a collection,
 * reads the first font. Throws if the file is damaged. This project reads the tables itself, because loading a font
 * library takes 60 ms or more.
 */
export function fontTable(font: Buffer, tag: keyof typeof tables): Buffer | undefined {
  const signature = font.toString('latin1', 0, 4);
  if (signature === 'wOF2') return fromWoff2(font, tag);
  if (signature === 'wOFF') return fromWoff(font, tag);
  return fromSfnt(font, tag, signature === 'ttcf' ? font.readUInt32BE(12) : 0);
}

function fromSfnt(font: Buffer, tag: string, start: number): Buffer | undefined {
  for (let i = 0; i < font.readUInt16BE(start + 4); i++) {
    const at = start + 12 + i * 16;
    if (font.toString('latin1', at, at + 4) === tag) return font.subarray(font.readUInt32BE(at + 8));
  }
  return undefined;
}

function fromWoff(font: Buffer, tag: string): Buffer | undefined {
  for (let i = 0; i < font.readUInt16BE(12); i++) {
    const at = 44 + i * 20;
    if (font.toString('latin1', at, at + 4) !== tag) continue;
    const [offset, packed, length] = [font.readUInt32BE(at + 4), font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    const bytes = font.subarray(offset, offset + packed);
    return packed < length ? inflateSync(bytes, { maxOutputLength: unpackedBytesMax }) : bytes;
  }
  return undefined;
}

/**
 * Returns a table of a WOFF2 font. A WOFF2 file has a directory of tables, followed by one brotli stream with the
 * contents of all tables in the same order (W3C WOFF2, sections 4.1 to 4.3).
 */
function fromWoff2(font: Buffer, wanted: keyof typeof tables): Buffer | undefined {
  const cursor = { at: 48 };
  let offset = 0;
  let found: { offset: number; length: number } | undefined;
  for (let i = 0; i < font.readUInt16BE(12); i++) {
    const flags = font.readUInt8(cursor.at++);
    const known = flags & 63;
    const tag = known === 63 ? font.toString('latin1', cursor.at, (cursor.at += 4)) : undefined;
    const length = readBase128(font, cursor);
    // The two upper bits of `flags` are the transform version of a table. Version 0 means "transformed" for the tables
    // glyf (10) and loca (11), but "not transformed" for all other tables.
    const isTransformed = known === 10 || known === 11 ? flags >> 6 === 0 : flags >> 6 !== 0;
    const stored = isTransformed ? readBase128(font, cursor) : length;
    if (known === tables[wanted] || tag === wanted) found = { offset, length: stored };
    offset += stored;
  }
  if (found === undefined) return undefined;
  const packed = font.readUInt32BE(20);
  const bodies = brotliDecompressSync(font.subarray(cursor.at, cursor.at + packed), {
    maxOutputLength: unpackedBytesMax,
  });
  return bodies.subarray(found.offset, found.offset + found.length);
}

function readBase128(font: Buffer, cursor: { at: number }): number {
  let value = 0;
  for (let i = 0; i < 5; i++) {
    const byte = font.readUInt8(cursor.at++);
    value = value * 128 + (byte & 127);
    if (byte < 128) return value;
  }
  throw new RangeError('A number in the font directory is not terminated.');
}
