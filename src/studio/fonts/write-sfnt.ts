const headerBytes = 12;
const entryBytes = 16;

export interface SfntTable {
  tag: string;
  checksum: number;
  data: Buffer;
}

/** Builds a TrueType or OpenType file from its tables. `flavour` is the first number of the file. */
export function writeSfnt(flavour: number, tables: readonly SfntTable[]): Buffer {
  const directory = Buffer.alloc(tables.length * entryBytes);
  const font = [header(flavour, tables.length), directory];
  let offset = headerBytes + directory.length;
  for (const [at, { tag, checksum, data }] of tables.entries()) {
    directory.write(tag, at * entryBytes, 'latin1');
    directory.writeUInt32BE(checksum, at * entryBytes + 4);
    directory.writeUInt32BE(offset, at * entryBytes + 8);
    directory.writeUInt32BE(data.length, at * entryBytes + 12);
    const padding = Buffer.alloc(-data.length & 3);
    font.push(data, padding);
    offset += data.length + padding.length;
  }
  return Buffer.concat(font);
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
