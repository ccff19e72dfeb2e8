import { inflateSync } from 'node:zlib';
import { type SfntTable, writeSfnt } from '../../src/studio/fonts/write-sfnt.ts';

const headerBytes = 44;
const entryBytes = 20;

/** Returns the TrueType or OpenType font inside a WOFF 1.0 file (W3C, 2012). */
export function unpackWoff(woff: Buffer): Buffer {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('This is not a WOFF file.');
  const tables = Array.from({ length: woff.readUInt16BE(12) }, (_, at) => tableAt(woff, headerBytes + at * entryBytes));
  return writeSfnt(woff.readUInt32BE(4), tables);
}

function tableAt(woff: Buffer, at: number): SfntTable {
  const offset = woff.readUInt32BE(at + 4);
  const packed = woff.subarray(offset, offset + woff.readUInt32BE(at + 8));
  return {
    tag: woff.toString('latin1', at, at + 4),
    checksum: woff.readUInt32BE(at + 16),
    data: packed.length === woff.readUInt32BE(at + 12) ? packed : inflateSync(packed),
  };
}
