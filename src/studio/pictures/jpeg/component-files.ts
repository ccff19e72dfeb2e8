import { BitReader, BitWriter, copyCode, readTables, type HuffmanTable } from './huffman-bits.ts';
import { frameOf, marker, readJpeg, scanHeader, type Frame, type ScanHeader, type Segment } from './jpeg-file.ts';

/** Files of one component each, and what is needed to join their pictures. */
export interface ComponentFiles {
  /** One greyscale progressive JPEG for each component. */
  files: Buffer[];
  /** True if the components are red, green and blue, instead of brightness and two colour differences. */
  isRgb: boolean;
  /** Segments with the colour profile and the orientation, as in the file. */
  described: Buffer;
}

/**
 * Divides a progressive JPEG of three components in full resolution (4:4:4) into three greyscale files. A decoder holds
 * all coefficients of a progressive file in memory: 300 MB for 50 megapixels, and a third of it for each part. Only scans
 * of the means of blocks (DC) contain several components; their codes are copied bit by bit. Returns undefined for other
 * files and for damaged ones.
 */
export function componentFiles(bytes: Buffer): ComponentFiles | undefined {
  const file = readJpeg(bytes);
  const frame = frameOf(file);
  if (!file.isEnded || frame === undefined || !isDivisible(frame)) return undefined;
  const parts = frame.components.map((): Buffer[] => [Buffer.from([0xff, marker.soi])]);
  const tables = new Map<number, HuffmanTable>();
  let restartInterval = 0;
  for (const segment of file.segments) {
    if (segment.code === marker.dht) readTables(segment.content, tables);
    if (segment.code === marker.dri) restartInterval = segment.content.readUInt16BE(0);
    const divided = dividedSegment(segment, { frame, tables, restartInterval });
    if (divided === undefined) return undefined;
    divided.forEach((part, at) => parts[at]?.push(part));
  }
  const files = parts.map((part) => Buffer.concat([...part, Buffer.from([0xff, marker.eoi])]));
  return { files, isRgb: isRgb(frame, file.segments), described: Buffer.concat(described(file.segments)) };
}

function isDivisible({ isProgressive, components }: Frame): boolean {
  return (
    isProgressive &&
    components.length === 3 &&
    components.every(({ horizontal, vertical }) => horizontal * vertical === 1)
  );
}

interface Decoding {
  frame: Frame;
  tables: ReadonlyMap<number, HuffmanTable>;
  /** Number of blocks of each component between two restart markers; 0 without restart markers. */
  restartInterval: number;
}

/** Returns what a segment contributes to the file of each component. */
function dividedSegment(segment: Segment, decoding: Decoding): Buffer[] | undefined {
  const { components } = decoding.frame;
  const { code, content } = segment;
  if (code === marker.sof2)
    return components.map(({ bytes }) =>
      written(code, Buffer.concat([content.subarray(0, 5), Buffer.from([1]), bytes])),
    );
  if (code === marker.sos) return dividedScan(segment, decoding);
  const isShared = code === marker.dht || code === marker.dqt || code === marker.dri;
  return components.map(() => (isShared ? written(code, content) : Buffer.alloc(0)));
}

function written(code: number, content: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

function dividedScan(segment: Segment, decoding: Decoding): Buffer[] | undefined {
  const header = scanHeader(segment);
  if (header === undefined) return undefined;
  const single = header.components.length === 1;
  const data = single ? [segment.data] : dividedMeans(segment.data, header, decoding);
  return (
    data &&
    decoding.frame.components.map(({ id }) => {
      const index = header.components.findIndex((component) => component.id === id);
      const { tables = 0 } = header.components[index] ?? {};
      const { from, to, high, low } = header;
      const own = Buffer.from([1, id, tables, from, to, (high << 4) | low]);
      return index === -1 ? Buffer.alloc(0) : Buffer.concat([written(marker.sos, own), data[index] ?? Buffer.alloc(0)]);
    })
  );
}

/** Divides the data of a scan of means: in a first pass a code and its bits for each block, else one bit. */
function dividedMeans(
  data: Buffer,
  header: ScanHeader,
  { frame, tables, restartInterval }: Decoding,
): Buffer[] | undefined {
  const reader = new BitReader(data);
  const writers = header.components.map(({ dcTable }) => ({ writer: new BitWriter(), table: tables.get(dcTable) }));
  const blocks = Math.ceil(frame.width / 8) * Math.ceil(frame.height / 8);
  for (let block = 0; block < blocks; block += 1) {
    if (restartInterval > 0 && block > 0 && block % restartInterval === 0) {
      if (!reader.restart()) return undefined;
      for (const { writer } of writers) writer.restart();
    }
    for (const { writer, table } of writers) {
      const isCopied = header.high > 0 ? copyBits(1, reader, writer) : copyMean(table, reader, writer);
      if (!isCopied) return undefined;
    }
  }
  return writers.map(({ writer }) => writer.end());
}

const meanBitsMax = 15;

function copyMean(table: HuffmanTable | undefined, reader: BitReader, writer: BitWriter): boolean {
  const bits = table && copyCode(table, reader, writer);
  return bits !== undefined && bits <= meanBitsMax && copyBits(bits, reader, writer);
}

function copyBits(count: number, reader: BitReader, writer: BitWriter): boolean {
  for (let at = 0; at < count; at += 1) writer.put(reader.bit(), 1);
  return !reader.isOver;
}

/** Reports whether the components are red, green and blue, by the same rules as libjpeg. */
function isRgb({ components }: Frame, segments: Segment[]): boolean {
  const starts = (code: number, text: string): Buffer | undefined =>
    segments.find((one) => one.code === code && one.content.toString('latin1', 0, text.length) === text)?.content;
  if (starts(marker.app, 'JFIF\0') !== undefined) return false;
  const adobe = starts(marker.app + 14, 'Adobe');
  if (adobe !== undefined) return adobe[11] === 0;
  return components.map(({ id }) => String.fromCharCode(id)).join('') === 'RGB';
}

/** Returns the segments with orientation (APP1) and colour profile (APP2). */
function described(segments: Segment[]): Buffer[] {
  const kept = segments.filter(({ code }) => code === marker.app + 1 || code === marker.app + 2);
  return kept.map(({ code, content }) => written(code, content));
}
