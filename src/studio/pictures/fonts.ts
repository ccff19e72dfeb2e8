import { inflateSync } from 'node:zlib';
import pLimit from 'p-limit';
import type { Egress } from '../../egress/port.ts';
import type { FontFile } from '../brief.ts';
import { leftOut, mergeSources, type LeftOut, type Source } from '../../domain/notes.ts';
import { fetchReason } from '../../egress/fetch-reason.ts';
import { fontsOfCollection, isCollection } from '../fonts/collection.ts';
import { sniff, type FileKind } from './sniff.ts';

const fontBytesMax = 5 * 1024 * 1024;
/**
 * Maximum unpacked size of a WOFF or WOFF2 file in bytes. The largest fonts for Chinese, Japanese and Korean are about
 * this size.
 */
const unpackedBytesMax = 40 * 1024 * 1024;
const fontsMax = 4;
/** Maximum number of fonts that are read from a collection. */
const collectionFontsMax = 12;
const fetchTimeoutMs = 10_000;
const damaged = 'the file is damaged or incomplete';
const swollen = 'the file unpacks to over 40 MiB';

export interface FontSource extends Source {
  family: string | null;
}

/**
 * Fetches the font files of the brand. A file that is too large or is not a font is left out, with a note in the
 * response.
 */
export async function gatherFonts(
  sources: FontSource[],
  egress: Egress,
  signal: AbortSignal,
): Promise<{ fonts: FontFile[]; notes: LeftOut[] }> {
  const held = pLimit(2);
  const results = await Promise.all(
    mergeSources(sources)
      .slice(0, fontsMax)
      .map((source) => held(() => fetchFont(source, egress, signal))),
  );
  return {
    fonts: results.flatMap((result) => ('reason' in result ? [] : result)),
    notes: results.filter((result) => 'reason' in result),
  };
}

async function fetchFont(source: FontSource, egress: Egress, signal: AbortSignal): Promise<FontFile[] | LeftOut> {
  try {
    const limits = { bytesMax: fontBytesMax, timeoutMs: fetchTimeoutMs, accept: 'font/*' };
    const { bytes } = await egress.fetch(source.url, limits, signal);
    const reason = fontRefusal(bytes);
    if (reason !== undefined) return leftOut(source, reason);
    const files = isCollection(bytes) ? fontsOfCollection(bytes, collectionFontsMax) : [bytes];
    return files.map((file) => ({ family: familyOf(source), bytes: file }));
  } catch (error) {
    return leftOut(source, fetchReason(error, source.url));
  }
}

/**
 * Returns, as a clause, why a file is not a usable font; undefined if it is usable. Checks the signature of the file
 * and the lengths in its header.
 */
export function fontRefusal(bytes: Buffer): string | undefined {
  const kind = sniff(bytes);
  switch (kind) {
    case 'ttf':
    case 'otf':
      return isWholeSfnt(bytes) ? undefined : damaged;
    case 'ttc':
      return isWholeCollection(bytes) ? undefined : damaged;
    case 'woff':
    case 'woff2':
      return packedRefusal(kind, bytes);
    default:
      return `the file is ${bytes.length === 0 ? 'empty' : nameOf(kind)}; a font file (TTF, OTF, WOFF or WOFF2) is wanted`;
  }
}

const names: Partial<Record<FileKind, string>> = {
  svg: 'an SVG',
  eot: 'an EOT font',
  ttc: 'a collection of fonts',
  zip: 'a ZIP archive',
  stylesheet: 'a stylesheet',
  page: 'a web page',
  unknown: 'not a font',
};

const nameOf = (kind: FileKind): string => names[kind] ?? 'a picture';

function isWholeSfnt(bytes: Buffer): boolean {
  if (bytes.length < 12) return false;
  const tables = bytes.readUInt16BE(4);
  if (tables === 0 || bytes.length < 12 + tables * 16) return false;
  const ends = Array.from(
    { length: tables },
    (_, at) => bytes.readUInt32BE(12 + at * 16 + 8) + bytes.readUInt32BE(12 + at * 16 + 12),
  );
  return ends.every((end) => end <= bytes.length);
}

function isWholeCollection(bytes: Buffer): boolean {
  try {
    return fontsOfCollection(bytes, collectionFontsMax).length > 0;
  } catch {
    return false;
  }
}

function packedRefusal(kind: 'woff' | 'woff2', bytes: Buffer): string | undefined {
  if (bytes.length < 44 || bytes.readUInt32BE(8) !== bytes.length) return damaged;
  if (bytes.readUInt32BE(16) > unpackedBytesMax) return swollen;
  return kind === 'woff' ? tablesRefusal(bytes) : undefined;
}

/**
 * Returns why the tables of a WOFF file cannot be trusted; undefined if they can. The WOFF decoder ignores the total
 * length and trusts the length of each table, and later code trusts the unpacked tables. The WOFF2 decoder respects the
 * total length, as measured, so WOFF2 files need no such check.
 */
function tablesRefusal(bytes: Buffer): string | undefined {
  const count = bytes.readUInt16BE(12);
  if (bytes.length < 44 + count * 20) return damaged;
  const tables = Array.from({ length: count }, (_, at) => ({
    offset: bytes.readUInt32BE(44 + at * 20 + 4),
    packedBytes: bytes.readUInt32BE(44 + at * 20 + 8),
    bytes: bytes.readUInt32BE(44 + at * 20 + 12),
  }));
  if (tables.reduce((sum, table) => sum + table.bytes, 0) > unpackedBytesMax) return swollen;
  return tables.every((table) => keepsItsLength(bytes, table)) ? undefined : damaged;
}

function keepsItsLength(font: Buffer, table: { offset: number; packedBytes: number; bytes: number }): boolean {
  const end = table.offset + table.packedBytes;
  if (end > font.length || table.packedBytes > table.bytes) return false;
  if (table.packedBytes === table.bytes) return true;
  try {
    return inflateSync(font.subarray(table.offset, end), { maxOutputLength: table.bytes }).length === table.bytes;
  } catch {
    return false;
  }
}

function familyOf({ family, url }: FontSource): string {
  if (family !== null) return family;
  const file = (new URL(url).pathname.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const stem = file.replace(
    /[-_ ]?(thin|extra|ultra|semi|demi|light|regular|book|medium|bold|black|heavy|italic|variable|vf|wght|[1-9]00)+.*$/i,
    '',
  );
  return (stem === '' ? file : stem).replace(/[-_]+/g, ' ').trim() || 'Brand';
}
