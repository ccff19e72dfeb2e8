import { inflateSync } from 'node:zlib';
import pLimit from 'p-limit';
import type { Egress } from '../../egress/port.ts';
import type { FontFile } from '../brief.ts';
import { leftOut, mergeSources, type LeftOut, type Source } from '../../domain/notes.ts';
import { fetchReason } from '../../egress/fetch-reason.ts';
import { sniff } from './sniff.ts';

const fontBytesMax = 5 * 1024 * 1024;
/** Maximum unpacked size of a WOFF or WOFF2 file in bytes, about the size of the largest CJK fonts. */
const unpackedBytesMax = 40 * 1024 * 1024;
/** Maximum number of fonts of a brand: two weights for display and two for text. */
const fontsMax = 4;
const fetchTimeoutMs = 10_000;
const damaged = 'it is damaged or incomplete';
const swollen = 'it unpacks to over 40 MiB';

/** A font that a request or a page names by URL. */
export interface FontSource extends Source {
  family: string | null;
}

/**
 * Fetches the brand's fonts in the given order, display first. A file that is too large or not a font causes a note.
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
    fonts: results.filter((result) => 'bytes' in result),
    notes: results.filter((result) => 'reason' in result),
  };
}

/** Returns the font, or a note with the reason why it is not used. */
async function fetchFont(source: FontSource, egress: Egress, signal: AbortSignal): Promise<FontFile | LeftOut> {
  try {
    const limits = { bytesMax: fontBytesMax, timeoutMs: fetchTimeoutMs, accept: 'font/*' };
    const { bytes } = await egress.fetch(source.url, limits, signal);
    const reason = fontRefusal(bytes);
    return reason === undefined ? { family: familyOf(source), bytes } : leftOut(source, reason);
  } catch (error) {
    return leftOut(source, fetchReason(error, source.url));
  }
}

/**
 * Returns, as a clause, why a file is not a usable font; undefined if it is one. Checks the signature and the lengths
 * in the header.
 */
export function fontRefusal(bytes: Buffer): string | undefined {
  const kind = sniff(bytes);
  switch (kind) {
    case 'ttf':
    case 'otf':
      return isWholeSfnt(bytes) ? undefined : damaged;
    case 'woff':
    case 'woff2':
      return packedRefusal(kind, bytes);
    case 'page':
      return 'it is a web page, not a font';
    default:
      return 'it is not a TTF, OTF, WOFF or WOFF2 font';
  }
}

/** Reports whether every table in the OpenType directory lies inside the file. */
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

/**
 * Returns why a WOFF or WOFF2 file is refused; undefined if it is usable. Both headers have the same relevant fields:
 * the file length at byte 8, the unpacked length at byte 16.
 */
function packedRefusal(kind: 'woff' | 'woff2', bytes: Buffer): string | undefined {
  if (bytes.length < 44 || bytes.readUInt32BE(8) !== bytes.length) return damaged;
  if (bytes.readUInt32BE(16) > unpackedBytesMax) return swollen;
  return kind === 'woff' ? tablesRefusal(bytes) : undefined;
}

/**
 * Returns why the tables of a WOFF file are refused; undefined if their lengths are right. The WOFF decoder trusts the
 * length of each table instead of the total length, and code that reads a table trusts the unpacked data. The decoder
 * of WOFF2 respects the total length, as measured.
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

/**
 * Returns the font family of a source: the given family, else the file name without the weight (`.../Inter-Bold.woff2`
 * is Inter), so that two weights form one family.
 */
function familyOf({ family, url }: FontSource): string {
  if (family !== null) return family;
  const file = (new URL(url).pathname.split('/').at(-1) ?? '').replace(/\.\w+$/, '');
  const stem = file.replace(
    /[-_ ]?(thin|extra|ultra|semi|demi|light|regular|book|medium|bold|black|heavy|italic|variable|vf|wght|[1-9]00)+.*$/i,
    '',
  );
  return (stem === '' ? file : stem).replace(/[-_]+/g, ' ').trim() || 'Brand';
}
