import { brotliDecompressSync, inflateSync } from 'node:zlib';

/**
 * Reports whether a font has a glyph for a Unicode code point; a font that cannot be read has none. The answer comes
 * from the `cmap` table of TrueType, OpenType, WOFF and WOFF2 files. This file parses the table itself, because loading
 * a font library takes 60 ms or more.
 */
export type Coverage = (codePoint: number) => boolean;

/**
 * Maximum size of a decompressed font, in bytes. The limit is far above any real font and stops small files that would
 * decompress to a huge size.
 */
const unpackedBytesMax = 64 * 1024 * 1024;
const none: Coverage = () => false;

export function coverageOf(font: Buffer): Coverage {
  try {
    const table = cmapTable(font);
    return table === undefined ? none : readCmap(table);
  } catch {
    return none;
  }
}

function cmapTable(font: Buffer): Buffer | undefined {
  const signature = font.toString('latin1', 0, 4);
  if (signature === 'wOF2') return fromWoff2(font);
  if (signature === 'wOFF') return fromWoff(font);
  return fromSfnt(font, signature === 'ttcf' ? font.readUInt32BE(12) : 0);
}

function fromSfnt(font: Buffer, start: number): Buffer | undefined {
  for (let i = 0; i < font.readUInt16BE(start + 4); i++) {
    const at = start + 12 + i * 16;
    if (font.toString('latin1', at, at + 4) === 'cmap') return font.subarray(font.readUInt32BE(at + 8));
  }
  return undefined;
}

function fromWoff(font: Buffer): Buffer | undefined {
  for (let i = 0; i < font.readUInt16BE(12); i++) {
    const at = 44 + i * 20;
    if (font.toString('latin1', at, at + 4) !== 'cmap') continue;
    const [offset, packed, length] = [font.readUInt32BE(at + 4), font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
    const bytes = font.subarray(offset, offset + packed);
    return packed < length ? inflateSync(bytes, { maxOutputLength: unpackedBytesMax }) : bytes;
  }
  return undefined;
}

/**
 * Returns the `cmap` table of a WOFF2 font. A WOFF2 file has a directory of tables, followed by one brotli stream with
 * the contents of all tables in the same order (W3C WOFF2, sections 4.1 to 4.3).
 */
function fromWoff2(font: Buffer): Buffer | undefined {
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
    if (known === 0 || tag === 'cmap') found = { offset, length: stored };
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

function readCmap(table: Buffer): Coverage {
  const parts: Coverage[] = [];
  for (let i = 0; i < table.readUInt16BE(2); i++) {
    const part = table.subarray(table.readUInt32BE(4 + i * 8 + 4));
    const format = part.readUInt16BE(0);
    if (format === 12) parts.push(segmented32(part));
    if (format === 4) parts.push(segmented16(part));
  }
  return (codePoint) => parts.some((covers) => covers(codePoint));
}

function segmented32(part: Buffer): Coverage {
  const count = part.readUInt32BE(12);
  return (codePoint) => {
    for (let at = 16; at < 16 + count * 12 && at + 12 <= part.length; at += 12) {
      if (codePoint <= part.readUInt32BE(at + 4)) return codePoint >= part.readUInt32BE(at);
    }
    return false;
  };
}

function segmented16(part: Buffer): Coverage {
  const double = part.readUInt16BE(6);
  return (codePoint) => {
    if (codePoint > 0xfffe) return false;
    for (let at = 0; at < double; at += 2) {
      if (codePoint > part.readUInt16BE(14 + at)) continue;
      const start = part.readUInt16BE(16 + double + at);
      if (codePoint < start) return false;
      const delta = part.readUInt16BE(16 + 2 * double + at);
      const rangeAt = 16 + 3 * double + at;
      const range = part.readUInt16BE(rangeAt);
      if (range === 0) return ((codePoint + delta) & 0xffff) !== 0;
      return part.readUInt16BE(rangeAt + range + (codePoint - start) * 2) !== 0;
    }
    return false;
  };
}
