import { writeSfnt } from './write-sfnt.ts';

const headerBytes = 12;

export const isCollection = (bytes: Buffer): boolean => bytes.toString('latin1', 0, 4) === 'ttcf';

/**
 * Returns the fonts of a TrueType or OpenType collection as separate files, at most `fontsMax`. Throws if the file is
 * damaged.
 */
export function fontsOfCollection(bytes: Buffer, fontsMax: number): Buffer[] {
  const count = Math.min(bytes.readUInt32BE(8), fontsMax);
  return Array.from({ length: count }, (_, at) => fontAt(bytes, bytes.readUInt32BE(headerBytes + at * 4)));
}

function fontAt(bytes: Buffer, start: number): Buffer {
  const tables = Array.from({ length: bytes.readUInt16BE(start + 4) }, (_, at) => {
    const entry = start + 12 + at * 16;
    const [offset, length] = [bytes.readUInt32BE(entry + 8), bytes.readUInt32BE(entry + 12)];
    if (offset + length > bytes.length) throw new RangeError('A table of the font ends after the file.');
    return {
      tag: bytes.toString('latin1', entry, entry + 4),
      checksum: bytes.readUInt32BE(entry + 4),
      data: bytes.subarray(offset, offset + length),
    };
  });
  if (tables.length === 0) throw new RangeError('The font has no tables.');
  return writeSfnt(bytes.readUInt32BE(start), tables);
}
