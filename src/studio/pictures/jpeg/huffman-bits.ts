/** Reads the bits of a JPEG scan. Bytes that follow 0xff are left out, and the data ends at a marker. */
export class BitReader {
  readonly #data: Buffer;
  #at = 0;
  #bits = 0;
  #count = 0;

  constructor(data: Buffer) {
    this.#data = data;
  }

  /** Returns the next bit; 0 after the end of the data. */
  bit(): number {
    if (this.#count === 0) this.#fill();
    this.#count -= 1;
    return (this.#bits >> this.#count) & 1;
  }

  /** True if bits were read that the data does not contain. */
  isOver = false;

  #fill(): void {
    const byte = this.#data[this.#at] ?? 0;
    const isMarker = byte === 0xff && this.#data[this.#at + 1] !== 0;
    if (isMarker || this.#at >= this.#data.length) this.isOver = true;
    else this.#at += byte === 0xff ? 2 : 1;
    this.#bits = isMarker ? 0 : byte;
    this.#count = 8;
  }

  /** Continues after the next restart marker. Returns false if there is none. */
  restart(): boolean {
    this.#count = 0;
    const at = this.#data.indexOf(0xff, this.#at);
    const code = this.#data[at + 1] ?? 0;
    if (at === -1 || code < 0xd0 || code > 0xd7) return false;
    this.#at = at + 2;
    return true;
  }
}

const chunkBytes = 65_536;

/** Writes the bits of a JPEG scan, with a byte 0 after each 0xff. */
export class BitWriter {
  readonly #chunks: Buffer[] = [];
  #chunk = Buffer.alloc(chunkBytes);
  #at = 0;
  #bits = 0;
  #count = 0;
  #restarts = 0;

  put(value: number, length: number): void {
    for (let at = length - 1; at >= 0; at -= 1) {
      this.#bits = (this.#bits << 1) | ((value >> at) & 1);
      this.#count += 1;
      if (this.#count === 8) this.#flush();
    }
  }

  #flush(): void {
    this.#byte(this.#bits);
    if (this.#bits === 0xff) this.#byte(0);
    this.#bits = 0;
    this.#count = 0;
  }

  #byte(byte: number): void {
    if (this.#at === chunkBytes) {
      this.#chunks.push(this.#chunk);
      this.#chunk = Buffer.alloc(chunkBytes);
      this.#at = 0;
    }
    this.#chunk[this.#at] = byte;
    this.#at += 1;
  }

  #align(): void {
    if (this.#count > 0) this.put(0xff, 8 - this.#count);
  }

  restart(): void {
    this.#align();
    this.#byte(0xff);
    this.#byte(0xd0 + (this.#restarts % 8));
    this.#restarts += 1;
  }

  end(): Buffer {
    this.#align();
    return Buffer.concat([...this.#chunks, this.#chunk.subarray(0, this.#at)]);
  }
}

/** Codes of a Huffman table by their length, as T.81 F.2.2.3 describes. */
export interface HuffmanTable {
  /** First code and index of the first value, by length in bits. */
  firstCode: number[];
  firstIndex: number[];
  counts: number[];
  values: Buffer;
}

/** Adds the tables of a DHT segment to `tables`, by class and number: 0 to 3 for DC, 16 to 19 for AC. */
export function readTables(content: Buffer, tables: Map<number, HuffmanTable>): void {
  for (let at = 0; at + 17 <= content.length;) {
    const counts = [...content.subarray(at + 1, at + 17)];
    const size = counts.reduce((sum, count) => sum + count, 0);
    tables.set(content[at] ?? 0, tableOf(counts, content.subarray(at + 17, at + 17 + size)));
    at += 17 + size;
  }
}

function tableOf(counts: number[], values: Buffer): HuffmanTable {
  const [firstCode, firstIndex]: [number[], number[]] = [[], []];
  let [code, index] = [0, 0];
  for (const count of counts) {
    firstCode.push(code);
    firstIndex.push(index);
    code = (code + count) << 1;
    index += count;
  }
  return { firstCode, firstIndex, counts, values };
}

/** Copies one Huffman code from a reader to a writer. Returns its value; undefined if the code is unknown. */
export function copyCode(table: HuffmanTable, from: BitReader, to: BitWriter): number | undefined {
  let code = 0;
  for (let at = 0; at < 16; at += 1) {
    code = (code << 1) | from.bit();
    const offset = code - (table.firstCode[at] ?? 0);
    if (offset < 0 || offset >= (table.counts[at] ?? 0)) continue;
    to.put(code, at + 1);
    return table.values[(table.firstIndex[at] ?? 0) + offset];
  }
  return undefined;
}
