import { gunzipSync } from 'node:zlib';

/**
 * Maximum size of an SVG file in bytes. Drawing programs store their own data and pictures in it; what is drawn has a
 * lower limit.
 */
export const svgFileBytesMax = 8 * 1024 * 1024;

/** Returns the content of a compressed SVG (`.svgz`) if it can be read and is not too large; else the bytes unchanged. */
export function unzipped(bytes: Buffer): Buffer {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: svgFileBytesMax });
  } catch {
    return bytes;
  }
}

/**
 * Returns the text of an XML file in its declared encoding, as browsers read it: a byte order mark comes first, then the
 * declaration, then UTF-8. Returns undefined if the encoding is unknown; UTF-7, in which a tag has other bytes, is.
 */
export function xmlText(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encodingOf(bytes)).decode(bytes).trimStart();
  } catch {
    return undefined;
  }
}

const marks: [encoding: string, start: string][] = [
  ['utf-8', '\xef\xbb\xbf'],
  ['utf-16le', '\xff\xfe'],
  ['utf-16be', '\xfe\xff'],
  ['utf-16le', '<\0'],
  ['utf-16be', '\0<'],
];

function encodingOf(bytes: Buffer): string {
  const head = bytes.toString('latin1', 0, 400);
  const marked = marks.find(([, start]) => head.startsWith(start));
  if (marked !== undefined) return marked[0];
  const declared = /^\s*<\?xml[^>]*?\sencoding\s*=\s*["']([^"']*)/.exec(head)?.[1] ?? 'utf-8';
  // A declaration that can be read byte by byte is not in UTF-16, whatever it says.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
