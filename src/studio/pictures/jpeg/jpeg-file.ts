/** Marker codes of JPEG (ITU-T T.81, table B.1), without the first byte 0xff. */
export const marker = {
  sof2: 0xc2,
  dht: 0xc4,
  soi: 0xd8,
  eoi: 0xd9,
  sos: 0xda,
  dqt: 0xdb,
  dri: 0xdd,
  app: 0xe0,
} as const;

export interface Segment {
  code: number;
  /** Position of the byte 0xff of the marker. */
  at: number;
  /** Content after the length. */
  content: Buffer;
  /** Compressed data after the header of a scan; empty for other segments. */
  data: Buffer;
}

export interface JpegFile {
  segments: Segment[];
  /** True if the last scan is followed by another marker, so that it is complete. */
  isEnded: boolean;
}

const segmentsMax = 4_000;

/** Returns the segments of a JPEG up to its end or to the first fault. The compressed data is not decoded. */
export function readJpeg(bytes: Buffer): JpegFile {
  const segments: Segment[] = [];
  let at = 2;
  while (at + 4 <= bytes.length && segments.length < segmentsMax) {
    const code = bytes[at + 1] ?? 0;
    if (bytes[at] !== 0xff || code === 0) break;
    if (code === 0xff) {
      at += 1; // A marker may follow any number of fill bytes.
      continue;
    }
    if (code === marker.eoi) return { segments, isEnded: true };
    const contentEnd = at + 2 + bytes.readUInt16BE(at + 2);
    const end = code === marker.sos ? dataEnd(bytes, contentEnd) : contentEnd;
    const [content, data] = [bytes.subarray(at + 4, contentEnd), bytes.subarray(contentEnd, end)];
    segments.push({ code, at, content, data });
    at = end;
  }
  return { segments, isEnded: bytes[at] === 0xff && bytes[at + 1] === marker.eoi };
}

/** Returns the position of the first marker in compressed data that is not a restart marker. */
function dataEnd(bytes: Buffer, start: number): number {
  for (let at = bytes.indexOf(0xff, start); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return bytes.length;
}

export interface FrameComponent {
  id: number;
  horizontal: number;
  vertical: number;
  /** Three bytes that describe the component in the frame header. */
  bytes: Buffer;
}

export interface Frame {
  isProgressive: boolean;
  width: number;
  height: number;
  components: FrameComponent[];
}

const isFrame = ({ code }: Segment): boolean => code >= 0xc0 && code <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(code);

/** Returns the header of the picture; undefined if it is missing or cut. */
export function frameOf({ segments }: JpegFile): Frame | undefined {
  const segment = segments.find(isFrame);
  const count = segment?.content[5];
  if (segment === undefined || count === undefined || segment.content.length < 6 + 3 * count) return undefined;
  const { code, content } = segment;
  const components = Array.from({ length: count }, (_, index): FrameComponent => {
    const bytes = content.subarray(6 + 3 * index, 9 + 3 * index);
    const [id = 0, sampling = 0] = bytes;
    return { id, horizontal: sampling >> 4, vertical: sampling & 15, bytes };
  });
  return {
    isProgressive: code === marker.sof2,
    height: content.readUInt16BE(1),
    width: content.readUInt16BE(3),
    components,
  };
}

export interface ScanComponent {
  id: number;
  dcTable: number;
  /** Byte with the numbers of both tables. */
  tables: number;
}

/** Header of a scan: coefficients `from` to `to`; `high` is 0 in the first pass over them. */
export interface ScanHeader {
  components: ScanComponent[];
  from: number;
  to: number;
  high: number;
  low: number;
}

/** Returns the header of a scan; undefined if it is cut. */
export function scanHeader({ content }: Segment): ScanHeader | undefined {
  const count = content[0] ?? 0;
  const [from, to, precision] = content.subarray(1 + 2 * count);
  if (from === undefined || to === undefined || precision === undefined) return undefined;
  const components = Array.from({ length: count }, (_, index): ScanComponent => {
    const [id = 0, tables = 0] = content.subarray(1 + 2 * index);
    return { id, dcTable: tables >> 4, tables };
  });
  return { components, from, to, high: precision >> 4, low: precision & 15 };
}

/** Bytes per pixel of the coefficients of a JPEG, which a decoder of progressive files holds in memory. */
export function coefficientBytes({ components }: Frame): number {
  const area = ({ horizontal, vertical }: FrameComponent): number => horizontal * vertical;
  const largest =
    Math.max(...components.map(({ horizontal }) => horizontal)) *
    Math.max(...components.map(({ vertical }) => vertical));
  return components.reduce((sum, component) => sum + (2 * area(component)) / Math.max(1, largest), 0);
}

/** Number of coefficients of a block. */
const coefficients = 64;

/**
 * Reports whether the complete scans of a progressive JPEG contain every coefficient of its first component (the
 * brightness) at least roughly, and the mean of every block of the others. Then, the picture is as sharp as it is shown
 * in an ad; later scans only refine it.
 */
export function hasEveryBand(file: JpegFile): boolean {
  const frame = frameOf(file);
  const [first] = frame?.components ?? [];
  if (frame === undefined || first === undefined) return false;
  const scans = completeScans(file);
  const means = new Set(scans.filter(({ from }) => from === 0).flatMap(idsOf));
  const bands = scans.filter((scan) => idsOf(scan).includes(first.id));
  const isKnown = (coefficient: number): boolean =>
    bands.some(({ from, to }) => from <= coefficient && coefficient <= to);
  const isWhole = Array.from({ length: coefficients }, (_, at) => at).every(isKnown);
  return isWhole && frame.components.every(({ id }) => means.has(id));
}

const idsOf = ({ components }: ScanHeader): number[] => components.map(({ id }) => id);

function completeScans({ segments, isEnded }: JpegFile): ScanHeader[] {
  const isCut = !isEnded && segments.at(-1)?.code === marker.sos;
  const scans = segments.slice(0, isCut ? -1 : segments.length).filter(({ code }) => code === marker.sos);
  return scans.flatMap((scan) => scanHeader(scan) ?? []);
}
