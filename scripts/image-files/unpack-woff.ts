import { inflateSync } from 'node:zlib';

const woffHeaderBytes = 44;
const woffEntryBytes = 20;
const headerBytes = 12;
const entryBytes = 16;

/** Returns the TrueType or OpenType font inside a WOFF 1.0 file (W3C, 2012). */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a WOFF file.');
  const count = woff.readUInt16BE(12);
  const directory = Buffer.alloc(count * entryBytes);
  const font = [header(woff.readUInt32BE(4), count), directory];
  let offset = headerBytes + count * entryBytes;
  for (let i = 0; i < count; i++) {
    const { tag, checksum, data } = tableAt(woff, woffHeaderBytes + i * woffEntryBytes);
    tag.copy(directory, i * entryBytes);
    directory.writeUInt32BE(checksum, i * entryBytes + 4);
    directory.writeUInt32BE(offset, i * entryBytes + 8);
    directory.writeUInt32BE(data.length, i * entryBytes + 12);
    const padding = Buffer.alloc(-data.length & 3);
    font.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(font);
}

function tableAt(woff: Buffer, at: number): { tag: Buffer; checksum: number; data: Buffer } {
  const offset = woff.readUInt32BE(at + 4);
  const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
  return {
    tag: woff.subarray(at, at + 4),
    checksum: woff.readUInt32BE(at + 16),
    data: packed.length === woff.readUInt32BE(at + 12) ? packed : inflateSync(packed),
  };
}

/** Builds the font header, including the binary search fields for old readers. */
function header(flavour: number, count: number): Buffer {
  const power = Math.floor(Math.log2(count));
  const fields = Buffer.alloc(headerBytes);
  fields.writeUInt32BE(flavour, 0);
  fields.writeUInt16BE(count, 4);
  fields.writeUInt16BE(16 * 2 ** power, 6);
  fields.writeUInt16BE(power, 8);
  fields.writeUInt16BE(16 * (count - 2 ** power), 10);
  return fields;
}
